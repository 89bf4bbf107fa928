import { type ActionRequest, requestsOf } from '@vaultwright/builder'
import { choice, flag, list, type Options, text, type ValuesOf } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { parseJson, readInput, textOf } from '../../input/input.ts'
import { ShapeError } from '../../input/shape.ts'
import { solanaNodeOptions } from '../../input/solana/node.ts'
import type { ActionTreeOptions } from '../../input/tree-option.ts'
import type { Context } from '../../terminal/context.ts'
import type { BuiltOptions } from '../../transaction/built.ts'

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

export type SolanaActionOptions = ValuesOf<typeof solanaBuildOptions>

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

type RequestOptions = {
  readonly route: string | undefined
  readonly set: readonly string[]
  readonly file: string | undefined
}

/** Reads the request: one action from arguments, or a batch from a file. */
export async function readRequests(
  { route, set, file }: RequestOptions,
  context: Context,
): Promise<ActionRequest | readonly ActionRequest[]> {
  if ((route === undefined) === (file === undefined)) {
    throw new UsageError(
      route === undefined
        ? 'There is nothing to build. Give a route, or --file with a batch.'
        : 'A route and --file are given. Give one of them.',
    )
  }
  if (route !== undefined) return { route, params: paramsOf(set) }
  if (set.length > 0) throw new UsageError('--set belongs to a route. Leave it out with --file.')
  const text = textOf(await readInput(file!, context), file!)
  const value = parseJson(text, file!)
  const long = longNumberIn(text)
  if (long !== null) {
    throw new ShapeError(file!, `${long} as a text`, value)
  }
  const requests = requestsOf(value)
  if (requests === null) throw new ShapeError(file!, 'a list of {route, params}', value)
  return requests
}

/** JSON rounds numbers of more digits in silence: `0.10000000000000000001` would be 0.1. */
function longNumberIn(text: string): string | null {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  const numbers = bare.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? []
  return (
    numbers.find(
      (one) =>
        one
          .replace(/[eE].*$/, '')
          .replace(/\D/g, '')
          .replace(/^0+/, '').length > 15,
    ) ?? null
  )
}

function paramsOf(set: readonly string[]): Readonly<Record<string, string>> {
  const params = new Map<string, string>()
  for (const word of set) {
    const position = word.indexOf('=')
    const name = word.slice(0, Math.max(position, 0)).trim()
    if (name === '') {
      throw new UsageError(`--set cannot be ${JSON.stringify(word)}. Give it as in amount=1000.`)
    }
    if (params.has(name)) throw new UsageError(`--set ${name} is given twice. Give it once.`)
    params.set(name, word.slice(position + 1))
  }
  return Object.fromEntries(params)
}

/** Options of `action build` for a vault of the EVM. */
export type ActionBuildOptions = ActionTreeOptions &
  BuiltOptions &
  RequestOptions & {
    readonly tree: string | undefined
    readonly 'manager-tree': string | undefined
    readonly now: string | undefined
  }
