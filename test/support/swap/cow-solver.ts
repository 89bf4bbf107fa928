import type { Address, Hex } from '@vaultwright/base'
import type { OrderTerms } from '@vaultwright/swap'
import { concat, decodeAbiParameters, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { placeOf } from '../node/local-chain.ts'
import { askRpc } from '../node/test-chain.ts'
import type { BookOrder, CowBook } from './cow-book.ts'
import { encodeSettle, type SettlementCall } from './cow-settlement.ts'
import type { OrderChain } from './order-chain.ts'

/** A solver of the local chain: it fills what its book shows, once a pool or its own stock reaches the limit. */
export type CowSolver = {
  /** Sets what the solver's own stock pays for a whole order; null for nothing. */
  readonly stock: (priceOf: ((terms: OrderTerms) => bigint) | null) => void
  /** Looks at every order of the book once. */
  readonly run: () => Promise<readonly SolvedOrder[]>
}

/** An order that a solver filled, and out of what. */
export type SolvedOrder = { readonly uid: Hex; readonly source: 'pool' | 'stock' }

type Solution = {
  readonly source: SolvedOrder['source']
  readonly bought: bigint
  readonly between: readonly SettlementCall[]
}

const abi = parseAbi([
  'struct Input { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256, uint160[], uint32[], uint256)',
  'function exactInput(Input params) payable returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])
const fee = 500

/**
 * Opens the solver of the local chain for a book. It fills orders whole.
 *
 * What it pays is what the pool gives, to the unit: nothing of the price stays with it.
 */
export function openCowSolver(
  { local, ports, send }: OrderChain,
  book: Pick<CowBook, 'orders'>,
): CowSolver {
  const { settlement } = ports.contracts
  let stockOf: ((terms: OrderTerms) => bigint) | null = null
  const byPool = async ({ sellToken, buyToken, sellAmount }: OrderTerms): Promise<Solution> => {
    const path = concat([sellToken, numberToHex(fee, { size: 3 }), buyToken])
    const [quoter, router] = [placeOf(local, 'Uniswap quoter'), placeOf(local, 'Uniswap router')]
    const question = encodeFunctionData({
      abi,
      functionName: 'quoteExactInput',
      args: [path, sellAmount],
    })
    const answer = await askRpc(
      local.anvil.rpc,
      'eth_call',
      { to: quoter, data: question },
      'latest',
    )
    const [bought] = decodeAbiParameters([{ type: 'uint256' }], answer as Hex)
    const input = {
      path,
      recipient: settlement,
      deadline: 2n ** 40n,
      amountIn: sellAmount,
      amountOutMinimum: bought,
    }
    return {
      source: 'pool',
      bought,
      between: [
        {
          to: sellToken,
          data: encodeFunctionData({ abi, functionName: 'approve', args: [router, sellAmount] }),
        },
        {
          to: router,
          data: encodeFunctionData({ abi, functionName: 'exactInput', args: [input] }),
        },
      ],
    }
  }
  const solve = async ({ uid, terms, owner }: BookOrder): Promise<SolvedOrder | null> => {
    const pool = await byPool(terms)
    const stock = stockOf?.(terms) ?? 0n
    const best: Solution =
      stock > pool.bought ? { source: 'stock', bought: stock, between: [] } : pool
    if (best.bought < terms.buyAmount) return null
    const data = encodeSettle({
      prices: new Map<Address, bigint>([
        [terms.sellToken, best.bought],
        [terms.buyToken, terms.sellAmount],
      ]),
      orders: [{ terms, owner, executed: terms.sellAmount }],
      between: best.between,
    })
    const isSettled = await send(placeOf(local, 'solver'), settlement, data)
    return isSettled ? { uid, source: best.source } : null
  }
  return {
    stock: (priceOf) => {
      stockOf = priceOf
    },
    run: async () => {
      const solved: SolvedOrder[] = []
      for (const order of book.orders.values()) {
        const outcome = await solve(order)
        if (outcome !== null) solved.push(outcome)
      }
      return solved
    },
  }
}
