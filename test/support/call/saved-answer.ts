import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printHex } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { isPadding } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { type MerkleTreeData, navFields } from '@vaultwright/wire'
import type { AnswerInputs } from '../../../packages/check/src/saved/answer-input.ts'
import {
  parseSavedRequest,
  type SavedAnswerKind,
} from '../../../packages/check/src/saved/request.ts'
import {
  accountsText,
  answerOf,
  definition,
  actions as svmActions,
  built as svmBuilt,
} from '../../solana/support/svm-answer.ts'
import { localChainFolder } from '../node/local-chain.ts'
import { historyOf, vault as vaultOfDays } from '../service/day-history.ts'
import { orderAnswer } from '../swap/order-answer.ts'
import { withDamage } from '../swap/quote-damage.ts'
import {
  answeredAtUnix,
  builtOf,
  marketAnswer,
  quoteAnswer,
  traderContext,
  trading,
} from '../swap/swap-answer.ts'
import { simulationRecordOf } from './simulation-record.ts'

const { file, vault, trader, weth, usdc } = trading
/** Nothing is held beside the answer. */
export const nothing: AnswerInputs = {
  request: null,
  tree: null,
  managerTree: null,
  quote: null,
  days: null,
  accounts: null,
  nowUnix: Number(answeredAtUnix),
}
export const place = { chain: 'local', vault_address: vault, strategist_address: trader }
export const actions = [{ route: 'native_wrapper/wrap', params: { amount: '1' } }]

const quote = quoteAnswer()
const quoteRequest = {
  ...place,
  sell_token: weth.address,
  buy_token: usdc.address,
  sell_amount: '1',
  slippage_bps: 30,
}
export const orderRequest = {
  ...place,
  sell_token: weth.address,
  buy_token: usdc.address,
  raw_sell_amount: String(10n ** 18n),
  raw_min_buy_amount: '2600000000',
  valid_for_seconds: 86_400,
}
const { entries, week } = historyOf(
  Array.from({ length: 9 }, (_, day) => 10n ** 18n + 10n ** 14n * BigInt(day)),
)
const days = JSON.stringify({
  data: entries,
  meta: { from: null, to: null },
  page: { next_cursor: null, page_size: 20, has_more: false },
})
const treeText = JSON.parse(
  readFileSync(join(localChainFolder, 'trees/local-eth-trader.json'), 'utf8'),
)
const treeData: MerkleTreeData = {
  root_hash: printHex(rootOf(file.tree.tree)),
  format: 'solidity',
  leaf_count: file.tree.leaves.filter((leaf) => !isPadding(leaf)).length,
  depth: file.tree.tree.depth,
  tree: {
    metadata: treeText.metadata,
    merkle_tree: treeText.MerkleTree,
    leaves: treeText.leafs,
  },
}
export const request = (fields: object) => parseSavedRequest(fields)

/** An answer as a service sends it, and by what it is checked. */
export type HonestAnswer = {
  readonly kind: SavedAnswerKind
  readonly answer: object
  readonly inputs: AnswerInputs
  /**
   * True for a path of the answer that a check reads: words, and what the service alone can know,
   * are no part of it.
   */
  readonly isRead: (path: string) => boolean
}

export const built = await buildActions(traderContext, actions)
/** One honest answer of each kind that is checked. */
export const honest: readonly HonestAnswer[] = [
  {
    kind: 'build',
    answer: builtOf(built),
    inputs: { ...nothing, tree: file, request: request({ ...place, actions }) },
    isRead: (path) =>
      /^(encoded_tx_data|target)$|calls\.\d+\.(target|data|value|decoder|leaf_index|signature)$/.test(
        path,
      ),
  },
  {
    kind: 'simulation',
    answer: simulationRecordOf(built, trading),
    inputs: { ...nothing, tree: file, request: request({ ...place, actions }) },
    isRead: (path) =>
      /^(encoded_tx_data|target|root|vault_address|chain_id)$|calls\.\d+\.(target|data|value|sentences\.\d+|details\.\d+\.value)$/.test(
        path,
      ),
  },
  {
    kind: 'solana_build',
    answer: answerOf(svmBuilt),
    inputs: {
      ...nothing,
      accounts: accountsText,
      request: request({ chain: 'solana', vault_address: definition.vault, actions: svmActions }),
    },
    isRead: (path) =>
      /^serialized|^target|instructions|calls|fee_payer|version|size_bytes|recent_blockhash/.test(
        path,
      ),
  },
  {
    kind: 'quote',
    answer: { data: quote },
    inputs: { ...nothing, tree: file, request: request(quoteRequest) },
    isRead: (path) => /^data\.(candidates|best|raw_|sell_|buy_|refused|prices)/.test(path),
  },
  {
    kind: 'market',
    answer: { data: await marketAnswer(quote, 'c3') },
    inputs: {
      ...nothing,
      tree: file,
      quote: JSON.stringify({ data: quote }),
      request: request({ ...place, min_buy_amount: '1900' }),
    },
    isRead: (path) =>
      /^data\.(encoded_tx_data|target|raw_least|quote\.candidate\.legs\.\d+\.(route|sell_token|buy_token|raw_|params))/.test(
        path,
      ),
  },
  {
    kind: 'limit_order',
    answer: { data: await orderAnswer() },
    inputs: { ...nothing, tree: file, request: request(orderRequest) },
    isRead: (path) =>
      !/description|proof|details|simulation|raw_before|published|name$|url$|route$|protocol$/.test(
        path,
      ),
  },
  {
    kind: 'tree',
    answer: { data: treeData },
    inputs: { ...nothing, request: request({ chain: 'local', root_hash: treeData.root_hash }) },
    isRead: (path) =>
      /^data\.(root_hash|leaf_count|tree\.merkle_tree)|leaves\.\d+\.(LeafDigest|TargetAddress|FunctionSignature|CanSendValue|AddressArguments)/.test(
        path,
      ),
  },
  {
    kind: 'daily',
    answer: JSON.parse(days),
    inputs: {
      ...nothing,
      request: request({ chain: 'local', vault_address: vaultOfDays.address }),
    },
    isRead: (path) =>
      /^data\.\d+\.(?!receipt)|receipt\.result/.test(path) &&
      !Object.keys(navFields).includes(path.split('.')[2]!),
  },
  {
    kind: 'performance',
    answer: { data: week },
    inputs: {
      ...nothing,
      days,
      request: request({ chain: 'local', vault_address: vaultOfDays.address }),
    },
    isRead: (path) => /^data\.(?!receipt)|receipt\.result/.test(path),
  },
]

type Damaged = { readonly place: string; readonly text: string }

/** An answer with another value at a path; with another digit at twenty places of calldata. */
export function damagedAt(answer: object, path: readonly (string | number)[]): readonly Damaged[] {
  const where = path.join('.')
  if (path.at(-1) !== 'encoded_tx_data')
    return [{ place: where, text: JSON.stringify(withDamage(answer, path)) }]
  const text = JSON.stringify(answer)
  const start = text.indexOf('"encoded_tx_data":"0x') + 21
  const length = text.indexOf('"', start) - start
  return Array.from({ length: 20 }, (_, index) => {
    const position = start + Math.floor((length / 20) * index)
    const digit = (Number.parseInt(text[position]!, 16) ^ 1).toString(16)
    return {
      place: `${where} ${position - start}`,
      text: text.slice(0, position) + digit + text.slice(position + 1),
    }
  })
}

/** Some of many, from all over. */
export function evenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, index) => index % step === 0)
}
