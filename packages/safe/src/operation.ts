/** The operation of a Safe: it calls, or it runs the target's code as its own. */
export type SafeOperation = 'call' | 'delegatecall'

/** Makes the byte that stands for an operation in calldata and in the hash. */
export function operationByteOf(operation: SafeOperation): number {
  return operation === 'call' ? 0 : 1
}

/** Reads the byte that stands for an operation; null where no Safe runs it. */
export function operationOfByte(byte: number): SafeOperation | null {
  return byte === 0 ? 'call' : byte === 1 ? 'delegatecall' : null
}
