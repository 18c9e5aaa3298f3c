# Allowed values of parameters, in sentences such as "base = 0 must be a finite number above 1".

domain-choice = one of { $text }
domain-whole = a whole number from { $first } to { $last }
domain-real = a finite number{ $first ->
    [none] { "" }
   *[other] { $relation ->
        [more] { " " }above { $first }
       *[equal] { " " }from { $first }
    }
}{ $last ->
    [none] { "" }
   *[other] { " " }up to { $last }
}
domain-text = a text of at most { $most } characters
domain-numbers = numbers from { $first } to { $last } with commas between them, in at most { $most } characters
domain-switch = true or false
