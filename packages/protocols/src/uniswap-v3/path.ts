import { type Address, BaseError, type Hex } from '@vaultwright/base'

/** The route of a swap: tokens, and the fee of the pool between each two. */
export type SwapPath = {
  readonly tokens: readonly Address[]
  /** Hundredths of a basis point; one fewer than tokens. */
  readonly fees: readonly bigint[]
}

/**
 * Encodes a route as routers of Uniswap v3 read it.
 *
 * Source: Uniswap v3 periphery, Path: 20 bytes a token, 3 bytes a fee between.
 *
 * @throws {UnevenPathError} when there is not one fee between each two tokens.
 */
export function encodePath({ tokens, fees }: SwapPath): Hex {
  if (tokens.length < 2 || fees.length !== tokens.length - 1) {
    throw new UnevenPathError(tokens.length, fees.length)
  }
  const steps = fees.map((fee, at) => `${digitsOf(fee)}${tokens[at + 1]!.slice(2)}`)
  return `0x${tokens[0]!.slice(2)}${steps.join('')}`.toLowerCase() as Hex
}

function digitsOf(fee: bigint): string {
  return fee.toString(16).padStart(6, '0')
}

/** A path does not have exactly one fee between each two of its tokens. */
export class UnevenPathError extends BaseError {
  override readonly code = 'uneven_path'
  override readonly kind = 'invalid_input'

  constructor(tokens: number, fees: number) {
    super({
      message: `The path has ${tokens} tokens and ${fees} fees, which do not fit together. Give one fee for each pool, which is one fewer than tokens.`,
      facts: { tokens, fees },
    })
  }
}
