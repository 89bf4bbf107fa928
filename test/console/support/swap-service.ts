import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  MerkleTreeData,
  MetricsSnapshot,
  ResponseOf,
  RootProofData,
  SwapOrderData,
  SwapPairData,
  SwapQuoteData,
  TenantOrderData,
  VaultDetail,
  WireRoot,
} from '@vaultwright/wire'
import { localChainFolder } from '../../support/node/local-chain.ts'
import {
  cancelAnswer,
  listedOrder,
  orderAnswer,
  partedAnswer,
  termsOfSale,
} from '../../support/swap/order-answer.ts'
import {
  answeredAtUnix,
  marketAnswer,
  pairAnswers,
  quoteAnswer,
  trading,
} from '../../support/swap/swap-answer.ts'
import { type ConsolePage, openPage } from './console-page.ts'
import type { Lie } from './key-session.ts'
import type { PageServer } from './page-server.ts'

/** The viewer of a screen, and the lies of the service's answers. */
export type SwapSession = {
  readonly role?: string
  readonly lie?: Lie
  readonly quote?: SwapQuoteData
  /** The number of orders that an order is answered with. */
  readonly parts?: number
}

const { vault, manager, trader, root, weth, usdc } = trading
/** The path of the screen, with WETH for USDC chosen. */
export const swapPath = `/console/vaults/local/${vault}/swap/${trader}?sell=${weth.address}&buy=${usdc.address}`

const oneVenue = quoteAnswer()

/**
 * Opens the screen of swaps on built pages. What it asks is answered here: the trader's tree, and what
 * its service says, at one fixed second.
 */
export async function openSwaps(
  server: PageServer,
  { role = 'admin', lie, quote = oneVenue, parts = 1 }: SwapSession = {},
): Promise<ConsolePage> {
  const opened = await openPage()
  const { page } = opened
  await page.clock.setFixedTime(Number(answeredAtUnix) * 1_000)
  const session = { user: { id: 'u', name: 'demo', role }, tenant: { name: 'demo' } }
  await page.route('**/console/session', (route) => route.fulfill({ json: { data: session } }))
  await page.route('**/console/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const body = structuredClone(
      await answerTo(pathname, { body: route.request().postDataJSON(), quote, parts }),
    )
    if (body === null) return route.fulfill({ status: 404, json: notFound })
    lie?.(pathname, body as Record<string, unknown>)
    await route.fulfill({ json: body })
  })
  await page.goto(`${server.url}${swapPath}`)
  await page.getByRole('heading', { name: 'Swap for Local ETH' }).waitFor()
  return opened
}

const notFound = { error: { code: 'not_found', message: 'Nothing is here.', details: null } }

type AnswerTerms = {
  readonly body: unknown
  readonly quote: SwapQuoteData
  readonly parts: number
}

async function answerTo(path: string, { body, quote, parts }: AnswerTerms): Promise<object | null> {
  const swap = path.split(`/${trader}/`)[1] ?? ''
  switch (swap) {
    case 'routes':
      return pageOf(pairs)
    case 'quotes':
    case `quotes/${quote.quote_id}`:
      return { data: quote } satisfies ResponseOf<'createSwapQuote'>
    case 'transactions/market': {
      const { candidate } = body as { readonly candidate: string }
      return { data: await marketAnswer(quote, candidate) } satisfies ResponseOf<'buildMarketSwap'>
    }
    case 'transactions/limit-order':
      return {
        data: await (parts === 1 ? orderAnswer() : partedAnswer(parts)),
      } satisfies ResponseOf<'buildLimitOrder'>
    case 'transactions/cancel-order':
      return {
        data: await cancelAnswer(orders[0]!),
      } satisfies ResponseOf<'buildOrderCancellation'>
    case 'orders':
      return pageOf(orders)
  }
  if (path.endsWith('/v1/swap/orders')) return pageOf(tenantOrders)
  // No name is the tenant's own, and no Safe has a queue here.
  if (path.endsWith('/account-names') || path.endsWith('/safes')) return pageOf([])
  if (path.endsWith('/snapshot/latest'))
    return { data: snapshot } satisfies ResponseOf<'getLatestSnapshot'>
  if (path.endsWith('/roots')) return pageOf([activeRoot])
  // Of no block: the link goes without a proof of the root.
  if (path.endsWith('/proof')) return { data: noProof } satisfies ResponseOf<'getRootProof'>
  if (path.endsWith(root)) return { data: treeAnswer() } satisfies ResponseOf<'getTree'>
  if (path.endsWith(vault)) return { data: vaultAnswer } satisfies ResponseOf<'getVault'>
  return null
}

const pairs: readonly SwapPairData[] = pairAnswers()
const orders: readonly SwapOrderData[] = [
  listedOrder({ warnings: ['underfunded'], fillable: 1n }),
  listedOrder({
    terms: termsOfSale({ buyAmount: 2_500_000_000n }),
    status: 'expired',
    filledSell: 10n ** 17n,
    filledBuy: 250_000_000n,
    warnings: ['allowance_left'],
  }),
  listedOrder({ terms: termsOfSale({ buyAmount: 2_400_000_000n }), status: 'filled' }),
]

const tenantPlace = { chain: 'local', vault_address: vault, strategist_address: trader }
/** The orders of all vaults, and one of a chain that does not answer. */
const tenantOrders: readonly TenantOrderData[] = [
  ...orders.map((order) => ({
    ...tenantPlace,
    order_uid: order.order_uid,
    order,
    reason: null,
  })),
  {
    ...tenantPlace,
    chain: 'base',
    order_uid: `0x${'ab'.repeat(56)}`,
    order: null,
    reason: 'No node is configured for base, and swaps are measured on it. Ask later.',
  },
]

function pageOf<Item>(data: readonly Item[]) {
  return { data, page: { next_cursor: null, page_size: 100, has_more: false } }
}

const activeRoot: WireRoot = {
  root_hash: root,
  strategist: trader,
  active: true,
  set_at: '2026-02-13T12:00:00Z',
  set_tx_hash: null,
  leaf_count: trading.file.metadata.leafCount,
  block_number: 100,
  log_index: 0,
  replaced_at: null,
  links: { tree: `/trees/${root}` },
}

const snapshot: MetricsSnapshot = {
  chain: 'local',
  vault_address: vault,
  block_number: 100,
  as_of: '2026-02-13T12:00:00Z',
  snapshot_type: 'fixed_rate',
  share_price: '1',
  total_assets: '162.5',
  total_supply: '162.5',
  positions: [{ protocol: 'idle', asset: 'WETH', balance: '162.5' }],
  prices: {},
  base_asset: 'WETH',
}

const noProof: RootProofData = {
  chain: 'local',
  root_hash: root,
  manager_address: manager,
  strategist_address: trader,
  chain_id: 31337,
  block_number: 0,
  block_hash: `0x${'00'.repeat(32)}`,
  header_rlp: '0xc0',
  account_proof: [],
  storage_slot: `0x${'00'.repeat(32)}`,
  storage_proof: [],
}

const vaultAnswer: VaultDetail = {
  vault_address: vault,
  name: 'Local ETH',
  chains: ['local'],
  tenant: 'demo',
  deployed_at: null,
  status: 'active',
  links: { local: { self: '', roots: '' } },
  deployments: [
    {
      chain: 'local',
      manager,
      accountant: null,
      teller: null,
      deployed_at: null,
      strategists: [{ name: 'trader', address: trader }],
    },
  ],
}

function treeAnswer(): MerkleTreeData {
  const text = readFileSync(join(localChainFolder, 'trees/local-eth-trader.json'), 'utf8')
  const { metadata, MerkleTree, leafs } = JSON.parse(text)
  return {
    root_hash: root,
    format: 'solidity',
    leaf_count: trading.file.metadata.leafCount ?? 0,
    depth: 6,
    tree: { metadata, merkle_tree: MerkleTree, leaves: leafs },
  }
}
