/** Links an object file of clang for BPF to a program that Solana's loader takes. */
export function link(file: Uint8Array): Uint8Array
