import { choice, flag, list, type Options, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { solanaNodeOptions } from '../../input/solana/node.ts'

/** Options of `action build` that a Solana vault takes. */
export const solanaBuildOptions = {
  'tx-version': choice(
    ['0', '1'],
    'Solana: version of the transaction; 0 has lookup tables, 1 has 4,096 bytes; default: 0',
  ),
  'unit-price': text(
    'Solana: price of a compute unit in version 0; default: as the definition says',
    'micro-lamports',
  ),
  'priority-fee': text('Solana: priority fee of the transaction in version 1', 'lamports'),
  'nonce-account': text('Solana: durable nonce in place of a blockhash', 'address'),
  'lookup-table': list(
    "Solana: a lookup table, in place of the definition's; may be repeated",
    'address',
  ),
  'without-compute-budget': flag(
    'Solana: leave limit and price of compute units out, for a multisig that has its own',
  ),
  'genesis-hash': solanaNodeOptions['genesis-hash'],
  transaction: text('Solana: write the base64 alone: for solana verify', 'file'),
} as const satisfies Options

export type SolanaActionOptions = {
  readonly 'tx-version': '0' | '1' | undefined
  readonly 'unit-price': string | undefined
  readonly 'priority-fee': string | undefined
  readonly 'nonce-account': string | undefined
  readonly 'lookup-table': readonly string[]
  readonly 'without-compute-budget': boolean
  readonly 'genesis-hash': string | undefined
  readonly transaction: string | undefined
}

/** Refuses options of Solana where the definition is of an EVM vault, or a tree is given. */
export function assertNoSolanaOptions(options: SolanaActionOptions): void {
  const names = Object.keys(solanaBuildOptions) as (keyof SolanaActionOptions)[]
  const stray = names.find((name) => {
    const value = options[name]
    return typeof value === 'object' ? value.length > 0 : value !== undefined && value !== false
  })
  if (stray === undefined) return
  throw new UsageError(
    `--${stray} is for a Solana vault. Give --definition with its definition, or leave it out.`,
    { option: stray },
  )
}
