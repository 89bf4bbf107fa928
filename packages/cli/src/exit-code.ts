/** What the program tells its caller: yes, no, wrong usage, bad input, a bug of ours, interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 5 | 130
