import type { CheckedFunction } from '@vaultwright/chain'
import {
  type DifferenceKind,
  type FunctionCandidate,
  functionCandidates,
  parseSignature,
  selectorOf,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkQuietly,
  type DecoderChain,
  differencesOf,
  openDecoderChain,
} from './deployed-decoder.ts'

type Mutant = {
  readonly contract: string
  /** The function that is wrong, canonical. */
  readonly wrong: string
  readonly kind: DifferenceKind
  readonly takes?: readonly string[]
}

const swap = '(uint256,uint256,address[],address,uint256)'
const market = '(address,address,address,address,uint256)'
const minted =
  '(address,address,int24,int24,int24,uint256,uint256,uint256,uint256,address,uint256,uint160)'
const takes = ['positionManager']
const path = 'exactInput((bytes,address,uint256,uint256,uint256))'
const sent = 'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)'

const mutants: readonly Mutant[] = [
  { contract: 'AmountPacked', wrong: 'approve(address,uint256)', kind: 'packs_otherwise' },
  { contract: 'TailRefused', wrong: 'transfer(address,uint256)', kind: 'refuses_more' },
  { contract: 'OrderSwapped', wrong: 'withdraw(uint256,address,address)', kind: 'packs_otherwise' },
  {
    contract: 'EntryMissing',
    wrong: 'supply(address,uint256,address,uint16)',
    kind: 'packs_otherwise',
  },
  {
    contract: 'EntryTwice',
    wrong: 'borrow(address,uint256,uint256,uint16,address)',
    kind: 'packs_otherwise',
  },
  { contract: 'SameRefused', wrong: 'withdraw(address,uint256,address)', kind: 'refuses_more' },
  {
    contract: 'CallbackAccepted',
    wrong: `supply(${market},uint256,uint256,address,bytes)`,
    kind: 'refuses_less',
  },
  { contract: 'MostRefused', wrong: 'withdraw(address,uint256)', kind: 'refuses_more' },
  { contract: 'EmptyListAccepted', wrong: `swapExactTokensForTokens${swap}`, kind: 'refuses_less' },
  { contract: 'LongListAccepted', wrong: `swapExactTokensForETH${swap}`, kind: 'refuses_less' },
  {
    contract: 'LastLeftOut',
    wrong: 'uniswapV3Swap(uint256,uint256,uint256[])',
    kind: 'packs_otherwise',
  },
  {
    contract: 'LengthsNotCompared',
    wrong: 'claim(address[],address[],uint256[],bytes32[][])',
    kind: 'refuses_less',
  },
  { contract: 'PathCutShort', wrong: path, kind: 'packs_otherwise', takes },
  { contract: 'PathNotMeasured', wrong: path, kind: 'refuses_less', takes },
  {
    contract: 'OperatorForOwner',
    wrong: 'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))',
    kind: 'packs_otherwise',
    takes,
  },
  { contract: 'HalfTwice', wrong: sent, kind: 'packs_otherwise' },
  { contract: 'PriceAccepted', wrong: `mint(${minted})`, kind: 'refuses_less', takes },
  { contract: 'OtherError', wrong: `mint(${minted})`, kind: 'reverts_otherwise', takes },
  {
    contract: 'DomainCut',
    wrong: 'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
    kind: 'packs_otherwise',
  },
  { contract: 'DirtyAccepted', wrong: 'approve(address,uint256)', kind: 'refuses_less' },
]

const candidates = functionCandidates(ruleBook)
/** A function that no mutant but two has wrong: it must go on agreeing. */
const control = 'claimFees(address)'

let world: DecoderChain

beforeAll(async () => {
  world = await openDecoderChain()
})

afterAll(() => world?.anvil.close())

test.each(mutants)('law: the mutant $contract is named', async ({ contract, ...mutant }) => {
  const { wrong, kind } = mutant
  const checkedFunctions = candidates.filter(
    ({ fn }) => fn.canonical === wrong || fn.canonical === control,
  )
  const verdicts = await checkMutant(contract, checkedFunctions, mutant.takes)
  const named = verdicts.find(({ fn }) => fn.canonical === wrong)
  expect(named?.kind).toBe('checked')
  if (named?.kind !== 'checked') return
  const difference = named.verdict.differences.find((one) => one.kind === kind)
  expect(difference?.count).toBeGreaterThan(0)
  const { call, reply, outcome } = difference!.example
  const rule = outcome.ok ? `packs ${outcome.packed}` : `refuses: ${outcome.reason}`
  const answer = reply.kind === 'packed' ? `packs ${reply.packed}` : `refuses: ${reply.error}`
  expect(
    { calldata: call.calldata, damage: call.damage, decoder: answer, rule },
    contract,
  ).toMatchSnapshot()
  // What is right stays right.
  for (const verdict of verdicts.filter(
    ({ fn, kind: has }) => fn.canonical !== wrong && has === 'checked',
  )) {
    expect(differencesOf(verdict), verdict.fn.canonical).toEqual([])
  }
})

test('refuses: a function that a mutant lacks is missing', async () => {
  const checkedFunctions = candidates.filter(
    ({ fn }) => fn.canonical === 'transfer(address,uint256)',
  )
  expect(await checkMutant('DirtyAccepted', checkedFunctions)).toMatchObject([{ kind: 'missing' }])
})

test.each([
  ['harvest(address pool, uint256 amount, address to)', 'to, pool', undefined],
  ['sweep(address[] tokens, bool isForced, address to)', 'tokens[], to', ['isForced == false']],
  [
    'settle((address token, uint256 amount, address receiver, bytes data)[] orders, uint8 kind)',
    'orders[].(token, receiver)',
    ['kind <= 3', 'length(orders[].data) == 0'],
  ],
  [
    'route(uint256 id, bytes32 account, address[] path)',
    'uint160(id), low20(account), path[0], path[length(path) - 1], ZERO',
    undefined,
  ],
  ['rest(uint256 id)', '', undefined],
])('golden: a rule is proposed for %s', async (signature, packs, checks) => {
  const [verdict] = await checkMutant('UnknownDecoder', [unknown(signature)])
  if (verdict?.kind !== 'searched' || verdict.proposal.rule === null) return expect.fail(signature)
  expect(verdict.proposal.rule).toEqual({ signature, packs, ...(checks ? { checks } : {}) })
  expect(verdict.proposal.confirmed.packed).toBeGreaterThan(0)
})

test.each([
  ['mixed(address one, address other)', 'entry 0 is not a single word of the calldata'],
  ['never(uint256 id)', 'it refused every one of 87 calldata'],
])('refuses: no rule is proposed for %s', async (signature, why) => {
  const [verdict] = await checkMutant('UnknownDecoder', [unknown(signature)])
  expect(verdict).toMatchObject({ kind: 'searched', proposal: { rule: null, why } })
})

function unknown(signature: string): FunctionCandidate {
  const fn = parseSignature(signature)
  return { fn, selector: selectorOf(fn.canonical), rules: [] }
}

async function checkMutant(
  contract: string,
  asked: readonly FunctionCandidate[],
  roles: readonly string[] = [],
): Promise<readonly CheckedFunction[]> {
  const decoder = await world.deploy(contract, roles, 'Mutant')
  const plan = { candidates: asked, runs: 100, seed: 'mutants' }
  return (await checkQuietly(world, decoder, plan)).functions
}
