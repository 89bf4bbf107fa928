import { type EncodedAccount, getBase58Decoder, type MaybeEncodedAccount } from '@solana/kit'

/** A JSON-RPC error as a node answers it. */
export class NodeError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message: string) => new NodeError(-32602, message)

/** The answer of a node for an account, in base64. */
export function accountJsonOf(account: EncodedAccount | MaybeEncodedAccount | undefined): unknown {
  if (account === undefined || ('exists' in account && !account.exists)) return null
  const { lamports, programAddress, executable, space, data } = account
  return {
    lamports: BigInt(lamports),
    owner: programAddress,
    executable,
    // The greatest number of 64 bits, as nodes answer it: no parser may stumble over it.
    rentEpoch: 18_446_744_073_709_551_615n,
    space: BigInt(space),
    data: [base64Of(data), 'base64'],
  }
}

export const base64Of = (bytes: ArrayLike<number>) => Buffer.from(bytes).toString('base64')

export const base58Of = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

/** JSON with whole numbers of any size: nodes write 64 bits as plain digits. */
export function printJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? `\u0001${part}` : part,
  ).replace(/"\\u0001(-?\d+)"/g, '$1')
}
