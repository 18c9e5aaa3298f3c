# Allowed values of parameters, in sentences such as "base = 0 must be a finite number above 1".

domain-choice = { $text } 중 하나
domain-whole = { $first }∼{ $last } 범위의 정수
domain-real = { $last ->
    [none] { $first ->
        [none] {""}
       *[other] { $relation ->
            [more] { $first }보다 큰{" "}
           *[equal] { $first } 이상인{" "}
        }
    }
   *[other] { $first ->
        [none] { $last } 이하인{" "}
       *[other] { $relation ->
            [more] { $first }보다 크고 { $last } 이하인{" "}
           *[equal] { $first } 이상 { $last } 이하인{" "}
        }
    }
}유한한 수
domain-text = 최대 { $most }자의 텍스트
domain-numbers = 쉼표로 구분한 { $first }∼{ $last } 범위의 수(모두 합해 최대 { $most }자)
domain-switch = true 또는 false
