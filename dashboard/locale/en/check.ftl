# The page Check.

check-own = Check another table
check-try = Or try an example
    .placeholder = Choose an example
