import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { parseTreeFile } from '@vaultwright/formats'
import { emptyFacts } from '@vaultwright/protocols'
import { firstRequestOf } from '../../support/call/first-request.ts'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { typedData } from './packet.ts'

/** A packet, and what the first view must say of it. */
export type ReadingCase = {
  readonly name: string
  /** EIP-712 typed data. */
  readonly text: string
  readonly answer: 'open' | 'no'
  /** The action, how much, to whom, and the worst warning. */
  readonly words: readonly RegExp[]
}

/** The tree that permits the honest packets. */
export const readingTree = join(localChainFolder, 'trees/local-eth-main-3.json')

const { tree, metadata } = parseTreeFile(readFileSync(readingTree))
const { vault, manager } = metadata as { vault: Address; manager: Address }
const { contracts } = JSON.parse(readFileSync(join(localChainFolder, 'manifest.json'), 'utf8')) as {
  contracts: Record<string, Address>
}
const [weth, usdc] = [contracts.WETH!, contracts.USDC!] as const
const place = {
  tree,
  managerTree: tree,
  vault,
  manager,
  chainId: 31337,
  knownFacts: {
    ...emptyFacts,
    tokenOf: (token: Address) => ({
      symbol: 'TKN',
      decimals: isSameAddress(token, usdc) ? 6 : 18,
      resetsApproval: false,
    }),
  },
  reads: null,
  now: 1_700_000_000n,
}
const safe: Address = '0x9D1d000000000000000000000000000000000Eb3'.toLowerCase() as Address
const outsider = '22'.repeat(20)

const short = (account: string) => new RegExp(`${account.slice(0, 6)}…${account.slice(-4)}`, 'i')
const units = (amount: string) => new RegExp(amount.replace(/\B(?=(\d{3})+$)/g, ',?'))

/** Typed data of a Safe transaction on the local chain. */
function packetOf(changes: object): string {
  const domain = { chainId: 31337, verifyingContract: safe }
  const message = { ...typedData.message, to: manager, ...changes }
  return JSON.stringify({ ...typedData, domain, message })
}

async function calldataOf(route: string): Promise<Hex> {
  return (await buildActions(place, [firstRequestOf(place, route)])).calldata
}

const milli = '1000000000000000'
const honest: readonly (readonly [route: string, ...words: readonly RegExp[]])[] = [
  ['aave_v3/supply', /Supply/, units(milli), short(weth)],
  ['aave_v3/withdraw', /Withdraw/, units(milli), short(weth)],
  ['aave_v3/borrow', /Borrow/, units(milli), short(weth)],
  ['aave_v3/repay', /Repay/, units(milli), short(weth)],
  ['compound_v3/supply', /Supply/, units(milli), short(weth)],
  ['erc_20/transfer', /Transfer/, units(milli), /to the vault/],
  ['uniswap_v3/swap', /Swap/, units(milli), short(usdc)],
  ['morpho_blue/borrow', /Borrow/, units('1000'), short(usdc)],
  ['lido/stake', /Stake/, /0\.001 ETH/, short('0xfb23766A80327dA8C23ea85f676883f876b930C1')],
  ['standard_bridge/bridge_eth', /Bridge/, /0\.001 ETH/, /to the vault/],
]

/** Ten packets whose calls the tree permits. */
export async function honestCases(): Promise<readonly ReadingCase[]> {
  return Promise.all(
    honest.map(async ([route, ...words]) => ({
      name: route,
      text: packetOf({ data: await calldataOf(route) }),
      answer: 'open' as const,
      words: [...words, /Not compared with your device/],
    })),
  )
}

/** Ten packets that nobody should sign, or not before more is known. */
export async function hostileCases(): Promise<readonly ReadingCase[]> {
  const data = await calldataOf('aave_v3/supply')
  const supply = [/Supply/, units(milli), short(weth)]
  const approval = data.indexOf('095ea7b3')
  const spender = data.slice(approval + 32, approval + 72)
  const wordOf = (account: string) => account.toLowerCase().replace('0x', '').padStart(64, '0')
  const admin = (selector: string, ...values: readonly string[]) =>
    `0x${selector}${values.join('')}` as const
  const hostile = (
    name: string,
    changes: object,
    ...words: readonly (RegExp | readonly RegExp[])[]
  ): ReadingCase => ({
    name,
    text: packetOf({ data, ...changes }),
    answer: 'no',
    words: words.flat(),
  })
  return [
    hostile(
      'a delegate call',
      { to: `0x${outsider}`, operation: 1, data: `0xa9059cbb${wordOf(outsider)}${'0'.repeat(64)}` },
      [/Run the code of 0x2222…2222/, /Not known/, /Changes/],
    ),
    hostile('ownership in place of the batch', { data: admin('f2fde38b', wordOf(outsider)) }, [
      /transferOwnership/,
      /Not known/,
      /changes who may act/,
    ]),
    hostile('a swapped spender', { data: data.replace(spender, outsider) }, supply, /0x2222…2222/),
    hostile('a gas refund', { gasPrice: '1' }, supply, /refund/i),
    hostile('bytes behind the batch', { data: `${data}00` }, /bytes|follow/),
    { ...hostile('the batch at another account', { to: `0x${outsider}` }, supply, /0x2222…2222/) },
    hostile('a module of the Safe', { to: safe, data: admin('610b5925', wordOf(outsider)) }, [
      /enableModule/,
      /Not known/,
      /changes who may act/,
    ]),
    hostile(
      'value to the Manager',
      { value: '1000000000000000000' },
      supply,
      /1,?000,?000,?000,?000,?000,?000|1 ETH|wei/,
    ),
    hostile(
      'an owner of the Safe',
      { to: safe, data: admin('0d582f13', wordOf(outsider), '1'.padStart(64, '0')) },
      [/addOwnerWithThreshold/, /Not known/, /changes who may act/],
    ),
    hostile(
      'another amount than the tree’s proof',
      { data: data.replace(weth.slice(2).toLowerCase(), outsider) },
      /Supply|Approve/,
      units(milli),
      /0x2222…2222/,
    ),
  ]
}
