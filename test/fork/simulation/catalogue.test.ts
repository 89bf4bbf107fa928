import { type Address, printHex } from '@vaultwright/base'
import {
  buildLeafTree,
  type Call,
  type DecoderRules,
  encodeManage,
  isSameLeaf,
  type Leaf,
  packArguments,
  positionsOfLeaf,
  rulesFor,
} from '@vaultwright/manager'
import { checksumOf, proofHexOf, rootOf } from '@vaultwright/merkle'
import {
  type Action,
  type ActionInputValues,
  encodeAction,
  type LeafActor,
  leafOf,
  type Pattern,
  patternsOf,
  protocols,
  ruleBook,
  sampleOf,
} from '@vaultwright/protocols'
import { encodeDeployData, type Hex, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vector from '../../../fixtures/vectors/decoder.json' with { type: 'json' }
import { artifactOf } from '../artifact.ts'
import { argumentsOf } from '../decoder/deployed-decoder.ts'
import { safetyPage } from '../safety-page.ts'
import { openWorld, send, value, type World } from '../world.ts'
import { answering, answersOf, returnOneCode } from './catalogue/answering-code.ts'
import { signedOrderOf } from './catalogue/signed-order.ts'

const actions = protocols.flatMap((protocol) => protocol.actions)
const refusedProof = '0xc0dcd1a7'
const counts = { allowed: 0, forbidden: 0 }

/** Contracts that decoders ask about a call. */
const neededRoles = [
  'positionManager',
  'masterChef',
  'odosRouter',
  'dvStETH',
  'dolomiteMargin',
  'recipeMarketHub',
  'weirollWallet',
] as const

let world: World
const decoders = new Map<string, Address>()
/** Accounts that decoders ask. */
const roles: Record<string, Address> = {}

/** Contracts that are deployed here; the larger ones only put these together. */
const deployed = vector.decoders.filter(
  ({ contract }) => !/^(Lending|Mainnet|Stable|Rollup).*Decoder$/.test(contract),
)

beforeAll(async () => {
  world = await openWorld()
  for (const [role, account] of Object.entries(vector.roles)) roles[role] = account as Address
  roles.vault = world.vault.address
  roles.manager = world.manager.address
  roles.owner = world.owner
  for (const { contract, takes } of deployed) {
    const { abi, code } = await artifactOf(contract)
    const accounts = takes.map((role) => roles[role]!)
    const data = encodeDeployData({ abi, bytecode: code, args: argumentsOf(abi, accounts) })
    const { contractAddress } = await send(world.anvil.rpc, world.owner, { data })
    decoders.set(contract, checksumOf(contractAddress as Hex))
  }
})

afterAll(async () => {
  await world?.close()
  console.log(
    `catalogue: ${counts.allowed} calls of ${actions.length} actions allowed with their leaf, ${counts.forbidden} refused without it or with one value changed; no decoder contract here for ${undecoded().length}, which are held against our rule alone`,
  )
})

describe('each action is allowed with its leaf and forbidden without it or with one value changed', () => {
  for (const action of actions) {
    if (triedOf(action).length > 0) test(action.route, () => judged(action))
    else test(`${action.route}, by our rule only`, () => ruled(action))
  }
})

test('law: no action goes untried but those whose decoders no contract here is', () => {
  const implemented = new Set(deployed.flatMap(({ rules }) => rules))
  const untried = new Set(undecoded())
  const wrong = actions.filter(
    ({ route, rules }) =>
      untried.has(route) &&
      rules.some(({ decoder, version }: DecoderRules) =>
        implemented.has(version === undefined ? decoder : `${decoder} (${version})`),
      ),
  )
  expect(wrong.map(({ route }) => route)).toEqual([])
  expect(actions.length - untried.size).toBeGreaterThan(400)
})

test('golden: the page of safety says how many actions run here, and how many do not', () => {
  const count = undecoded().length
  expect(safetyPage).toContain(`${actions.length - count} of the ${actions.length} actions are`)
  expect(safetyPage).toContain(`The other ${count} are not executed`)
})

async function judged(action: Action): Promise<void> {
  for (const pattern of triedOf(action)) await judgedAs(pattern)
}

function triedOf(action: Action): readonly Pattern[] {
  return patternsOf(action, ruleBook).filter((pattern) => contractOf(pattern) !== null)
}

/** Routes of actions that are not tried here. */
function undecoded(): readonly string[] {
  return actions.filter((action) => triedOf(action).length === 0).map(({ route }) => route)
}

/** The contract that packs as a pattern says. */
function contractOf({ decoders: names }: Pattern): string | null {
  const entry = deployed.find(({ rules }) => rules.some((rule) => names.includes(rule)))
  return entry?.contract ?? null
}

/** Our rule packs what the leaf lists, and something else when a bound value is another. No contract is asked. */
function ruled(action: Action): void {
  const patterns = patternsOf(action, ruleBook)
  expect(patterns.length).toBeGreaterThan(0)
  for (const pattern of patterns) {
    const actor = { decoder: example, self: example, manager: example, drone: null }
    const sample = { ...sampleOf(action, pattern.size ?? 0), ...actorOf(actor) }
    const leaf = leafOf(pattern, sample as never, actor)
    expect(packedBy(pattern, sample)).toEqual(leaf.arguments)
    for (const [what, values] of changesOf(pattern, sample)) {
      const otherLeaf = leafOf(pattern, values as never, { ...actor, ...actorOf(values) })
      if (isSameLeaf(otherLeaf, leaf) || otherLeaf.target !== leaf.target) continue
      expect(packedBy(pattern, values), what).toEqual(otherLeaf.arguments)
      expect(otherLeaf.arguments, what).not.toEqual(leaf.arguments)
    }
  }
}

const example = '0x000000000000000000000000000000000000bEEF' as Address

function packedBy({ action, selector, decoders: names }: Pattern, values: ActionInputValues) {
  const rule = rulesFor(ruleBook, selector).find((one) =>
    one.decoders.some((name) => names.includes(name)),
  )
  const outcome = packArguments(rule!, encodeAction(action, values), action.reads(values))
  return outcome.ok ? outcome.entries.map(({ address }) => address) : outcome
}

async function judgedAs(pattern: Pattern): Promise<void> {
  const actor = {
    decoder: decoders.get(contractOf(pattern)!)!,
    self: world.vault.address,
    manager: world.manager.address,
    drone: null,
  }
  const sample = sampleFor(pattern, actor)
  const leaf = leafOf(pattern, sample as never, actor)
  const filler = leafOf(
    patternsOf(actions.find(({ route }) => route === 'erc_20/transfer')!, ruleBook)[0]!,
    { token: actor.decoder, to: actor.manager },
    actor,
  )
  const call = callOf(pattern, sample)
  await furnish(pattern, sample, call)
  const permits = await granted([filler, leaf])
  const answer = await answerTo([call], permits)
  // A loan without calls inside is proven, and then fails within: effects are tested elsewhere.
  if (pattern.target === 'manager') expect(answer, 'with its leaf').not.toContain(refusedProof)
  else expect(answer, 'with its leaf').toBe('0x')
  counts.allowed++
  for (const [what, changed] of changesOf(pattern, sample)) {
    const otherLeaf = leafOf(pattern, changed as never, { ...actor, ...actorOf(changed) })
    if (isSameLeaf(otherLeaf, leaf)) continue
    const wrong = callOf(pattern, changed)
    await furnish(pattern, changed, wrong)
    expect(await answerTo([wrong], permits), `with another ${what}`).toEqual(refusal)
    counts.forbidden++
  }
  const free = { ...call, value: call.value === 0n ? 1n : 0n }
  await furnish(pattern, sample, call)
  expect(await answerTo([free], permits), 'with or without value').toContain(refusedProof)
  const withheld = await granted([filler, filler])
  expect(await answerTo([call], withheld), 'without its leaf').toContain(refusedProof)
  counts.forbidden += 2
}

/** Example values; decoders that take the executor of swaps get the one of the roles. */
function sampleFor({ action, size }: Pattern, actor: LeafActor): ActionInputValues {
  const sample = { ...sampleOf(action, size ?? 0), ...actorOf(actor) }
  const signed = signedOrderOf(action, sample, orderRoles())
  return 'executor' in action.parameters ? { ...signed, executor: roles.executor! } : signed
}

/** The roles of the decoder of orders, from its constructor. */
function orderRoles() {
  return { orderDomain: roles.orderDomain!, orderDocument: roles.orderDocument! }
}

/** The Manager does not find the leaf, or the decoder of one vault already sees another's position. */
const refusal = expect.stringMatching(
  new RegExp(`"ok":false.*"data":"(${refusedProof}|${toFunctionSelector('BadTokenId()')})`),
)

type Permits = { readonly leaf: Leaf; readonly proof: readonly Hex[] }

/** Lets the strategist do what the leaves say; the proof is that of the last. */
async function granted(leaves: readonly Leaf[]): Promise<Permits> {
  const tree = buildLeafTree(leaves)
  const leaf = leaves.at(-1)!
  await world.act(world.manager, 'setManageRoot', world.strategist, printHex(rootOf(tree.tree)))
  return { leaf, proof: proofHexOf(tree.tree, positionsOfLeaf(tree, leaf)[0]!) }
}

/** The answer of the Manager to the strategist: empty, or the revert. */
async function answerTo(calls: readonly Call[], { leaf, proof }: Permits): Promise<string> {
  const data = encodeManage(calls.map((call) => ({ ...call, decoder: leaf.decoder, proof })))
  const transaction = { from: world.strategist, to: world.manager.address, data, gas: '0xf00000' }
  const [answer] = await world.anvil.rpc.ask([
    { method: 'eth_call', params: [transaction, 'latest'] },
  ])
  return answer?.ok === true ? String(answer.value) : JSON.stringify(answer)
}

function callOf({ action, canSendValue }: Pattern, values: ActionInputValues): Call {
  return {
    target: (action.target === 'manager' ? values.manager : values[action.target]) as Address,
    data: encodeAction(action, values),
    value: canSendValue ? 1n : 0n,
  }
}

/** Gives the called account code, and those that decoders ask what they must say. */
async function furnish(
  { action, decoders: names }: Pattern,
  values: ActionInputValues,
  call: Call,
) {
  const code = (account: Address, text: Hex) =>
    value(world.anvil.rpc, 'anvil_setCode', account, text)
  const answers = answersOf(call.data, names, action.reads(values))
  const accounts = [world.manager.address, world.vault.address, world.lender.address]
  if (!accounts.includes(call.target)) await code(call.target, answering(answers))
  for (const role of neededRoles) {
    await code(roles[role]!, answers.size === 0 ? returnOneCode : answering(answers))
  }
  // A read that names its contract asks an account of the call, such as a wallet.
  for (const key of Object.keys(action.reads(values))) {
    const [, contract] = /^(0x[0-9a-fA-F]{40})\./.exec(key) ?? []
    if (contract !== undefined) await code(contract as Address, answering(answers))
  }
}

/** Each value that leaves bind, and who acts, replaced by another. */
function changesOf(
  pattern: Pattern,
  values: ActionInputValues,
): readonly (readonly [string, ActionInputValues])[] {
  const slots = new Set(pattern.pieces.flatMap((piece) => ('slot' in piece ? [piece.slot] : [])))
  return [pattern.target, ...slots]
    .filter((slot) => slot !== 'manager')
    .map((slot) => [slot, changed(pattern.action, values, slot)] as const)
}

/** Another value for one of them; words that start with an account follow it. */
function changed(action: Action, values: ActionInputValues, slot: string): ActionInputValues {
  const altered = otherThan(values[slot])
  const prefixed = Object.entries(action.parameters).flatMap(([name, parameter]) =>
    'startsWith' in parameter && parameter.startsWith === slot
      ? [[name, `${altered}${String(values[name]).slice(42)}`] as const]
      : [],
  )
  const changed = {
    ...values,
    [slot]: altered,
    ...Object.fromEntries(prefixed),
  } as ActionInputValues
  return signedOrderOf(action, changed, orderRoles())
}

function otherThan(previous: ActionInputValues[string] | undefined): ActionInputValues[string] {
  if (typeof previous === 'bigint') return previous + 1n
  if (typeof previous === 'object')
    return previous.map((one, at) => (at === 0 ? otherThan(one) : one))
  const text = String(previous)
  const digits = [...text].reverse()
  const middle = Math.floor(text.length / 3)
  digits[middle] = digits[middle] === '1' ? '2' : '1'
  const changed = digits.reverse().join('') as Hex
  return changed.length === 42 ? checksumOf(changed) : changed
}

function actorOf({
  self,
  manager,
}: LeafActor | ActionInputValues): Pick<LeafActor, 'self' | 'manager'> {
  return { self, manager }
}
