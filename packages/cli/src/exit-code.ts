/**
 * What the program tells its caller: yes, no, wrong usage, bad input, the world outside (node, database, network, Anvil), a
 * bug of ours, interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 130
