import type { Address } from '@vaultwright/base'
import { parseUnits } from '@vaultwright/builder'
import type { Chain, Token } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import type { BlockRef, Shock, ShockValue } from '@vaultwright/outcome'
import { choice, count, list, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import {
  actionNodeOptions,
  senderOption,
  treeOption,
  treeOptions,
} from '../../../input/tree-option.ts'

/** Options of a drill. */
export const drillOptions = {
  tree: treeOption,
  ...treeOptions,
  from: senderOption('The strategist that unwinds; default: the account that the definition gives'),
  queue: text('The withdraw queue of the vault', 'address'),
  teller: text('The teller that pays', 'address'),
  solver: text('The solver contract of the queue', 'address'),
  sender: text('The account that calls the solver; default: its owner', 'address'),
  demand: choice(
    ['matured', 'all_requests', 'all_supply'],
    'Who asks: the matured requests, all requests, or all shares in the base asset; default: matured',
  ),
  amount: list(
    'Ask for an amount of an asset in place of a demand, in display units; may be repeated',
    'token=100',
  ),
  unwinding: choice(
    ['steps', 'batch'],
    'Leave positions in a transaction each, or in one; default: steps',
  ),
  shock: list(
    'What if: feed:0x…=-20%, cash:<token>:<holder>=0, rate=-1%, paused:0x…, time=+86400; may be repeated',
    'shock',
  ),
  'step-seconds': count('Seconds between two steps; default: 12', 'seconds'),
  'block-hash': text(
    'The hash of the block, from a source that you trust: the state then follows from it',
    '0x…',
  ),
  'from-block': count('A block before the first request; default: the deployment', 'number'),
  witness: text('Write what proves the answer, for exit replay', 'file'),
  packet: text(
    'Write the packet: the calls of the strategist and of the solver, each as a Safe batch',
    'file',
  ),
  ...actionNodeOptions,
} as const

/** Shocks as a command names them: time is a matter of the clock. */
export type NamedShocks = { readonly shocks: readonly Shock[]; readonly delaySeconds: bigint }

/** Reads the shocks of a command. @throws {UsageError} for one that is none. */
export function parseShocks(words: readonly string[], accountant: Address): NamedShocks {
  let delaySeconds = 0n
  const shocks: Shock[] = []
  for (const word of words) {
    const [name = '', value = ''] = word.split('=')
    const [kind, first, second] = name.split(':')
    if (kind === 'time' && first === undefined && /^\+?\d{1,10}$/.test(value))
      delaySeconds += BigInt(value.replace('+', ''))
    else if (kind === 'paused' && first !== undefined && value === '')
      shocks.push({ kind: 'paused', contract: parseAddress(first) })
    else if (kind === 'feed' && first !== undefined && second === undefined)
      shocks.push({ kind: 'feed', feed: parseAddress(first), value: valueIn(value, word) })
    else if (kind === 'rate' && second === undefined) {
      const named = first === undefined ? accountant : parseAddress(first)
      shocks.push({ kind: 'rate', accountant: named, value: valueIn(value, word) })
    } else if (kind === 'cash' && first !== undefined && second !== undefined) {
      const place = { token: parseAddress(first), holder: parseAddress(second) }
      shocks.push({ kind: 'cash', ...place, value: valueIn(value, word) })
    } else throw notShock(word)
  }
  return { shocks, delaySeconds }
}

/** Base units as the contract answers them, or a change in per cent with two decimals at most. */
function valueIn(text: string, word: string): ShockValue {
  const percent = /^([+-]?)(\d{1,6})(?:\.(\d{1,2}))?%$/.exec(text)
  if (percent !== null) {
    const [, sign, whole = '0', part = ''] = percent
    const bps = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
    return { byBps: sign === '-' ? -bps : bps }
  }
  if (!/^\d{1,78}$/.test(text)) throw notShock(word)
  return { to: BigInt(text) }
}

function notShock(word: string): UsageError {
  const message = `--shock cannot be ${JSON.stringify(word)}. Give feed:0x…=-20%, cash:<token>:<holder>=0, rate=-1%, paused:0x… or time=+86400.`
  return new UsageError(message, { option: 'shock', value: word })
}

/** Reads amounts of assets in display units. */
export async function readAmountsOf(
  chain: Pick<Chain, 'readTokens'>,
  words: readonly string[],
  block: BlockRef,
): Promise<ReadonlyMap<Address, bigint>> {
  const pairs = words.map((word) => {
    const [token = '', amount = ''] = word.split('=')
    if (amount === '')
      throw new UsageError(`--amount cannot be ${JSON.stringify(word)}. Give it as in 0x…=100.`, {
        option: 'amount',
        value: word,
      })
    return { asset: parseAddress(token), amount }
  })
  const tokens: readonly Token[] = await chain.readTokens(
    pairs.map(({ asset }) => asset),
    block,
  )
  return new Map(
    pairs.map(({ asset, amount }, index) => [asset, parseUnits(amount, tokens[index]!.decimals)]),
  )
}
