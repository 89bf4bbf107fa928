import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import {
  appendDroneTarget,
  buildLeaf,
  buildLeafTree,
  canonicalSignatureOf,
  type DecoderRules,
  encodeManage,
  type LeafTree,
  openRuleBook,
  type PackOutcome,
  packArguments,
  type Rule,
  type RuleBook,
  rulesFor,
  selectorOf,
} from '@vaultwright/manager'
import { checksumOf, proofHexOf, rootOf } from '@vaultwright/merkle'
import { readManager, verifyAtBlock } from '@vaultwright/operations'
import { protocols } from '@vaultwright/protocols'
import { decodeAbiParameters, encodeDeployData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import vector from '../../../fixtures/vectors/decoder.json' with { type: 'json' }
import { calldataOf } from '../../../scripts/vector/packed.mjs'
import { openRandom, type Random } from '../../../scripts/vector/random.mjs'
import { artifactOf } from '../artifact.ts'
import { returnOneCode } from '../simulation/catalogue/answering-code.ts'
import { openWorld, send, value, type World } from '../world.ts'
import { argumentsOf } from './deployed-decoder.ts'
import { readCode } from './responder.ts'

/** Calls; a campaign draws ten thousand. */
const runs = Math.max(400, Number(process.env.DAMAGED_RUNS ?? 0))
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const callsInTree = 200
const target: Address = checksumOf('0x00000000000000000000000000000000005111c0')

let world: World
const addresses = new Map<string, Address>()
const counts = { permitted: 0, refused: 0, deviating: 0 }

beforeAll(async () => {
  world = await openWorld()
  const { rpc } = world.anvil
  const roles: Record<string, Address> = { ...(vector.roles as Record<string, Address>) }
  for (const [role, code] of Object.entries(readCode))
    await value(rpc, 'anvil_setCode', roles[role], code)
  await value(rpc, 'anvil_setCode', target, returnOneCode)
  Object.assign(roles, { vault: world.vault.address, manager: world.manager.address })
  roles.owner = world.owner
  for (const { contract, takes } of vector.decoders) {
    const { abi, code } = await artifactOf(contract)
    const accounts = takes.map((role) => roles[role]!)
    const data = encodeDeployData({ abi, bytecode: code, args: argumentsOf(abi, accounts) })
    const { contractAddress } = await send(rpc, world.owner, { data })
    addresses.set(contract, checksumOf(contractAddress as Hex))
  }
})

afterAll(async () => {
  await world?.close()
  console.log(
    `damaged rules, seed ${seed}: ${runs} calls of ${functions.length} functions of ${addresses.size} decoders; ${counts.permitted} permitted and ${counts.refused} refused by the chain and by the verdict, of which ${counts.deviating} name the damaged rule`,
  )
})

test('law: whatever a damaged rule says, the online verdict is the answer of the chain', async () => {
  const random = openRandom(seed)
  for (let done = 0; done < runs; done += callsInTree) {
    await judgeAll(Math.min(callsInTree, runs - done), done, random)
  }
  expect(counts.permitted).toBeGreaterThan(runs / 10)
  expect(counts.refused).toBeGreaterThan(runs / 10)
  expect(counts.deviating).toBeGreaterThan(runs / 20)
}, 7_200_000)

/** A function of a deployed decoder, and the rules that it stands among. */
type Subject = {
  readonly contract: string
  readonly name: string
  readonly decoder: DecoderRules
  readonly rule: Rule
}

const nameOf = ({ decoder, version }: DecoderRules) =>
  version === undefined ? decoder : `${decoder} (${version})`

const functions: readonly Subject[] = vector.decoders.flatMap(({ contract, rules }) =>
  protocols
    .flatMap((protocol) => protocol.decoders)
    .filter((decoder) => rules.includes(nameOf(decoder)))
    .flatMap((decoder) =>
      decoder.functions.map((rule) => ({ contract, name: nameOf(decoder), decoder, rule })),
    ),
)

/** Every way in which a rule is made wrong, in turn. */
const damages: readonly ((rule: Rule) => Rule | null)[] = [
  (rule) => ({ ...rule, packs: '' }),
  (rule) => ({ ...rule, packs: rule.packs === '' ? 'ZERO' : `${rule.packs}, ZERO` }),
  (rule) => ({ ...rule, packs: rule.packs === '' ? 'ZERO' : `ZERO, ${rule.packs}` }),
  (rule) => ({ ...rule, checks: [] }),
  (rule) => ({ ...rule, checks: [...(rule.checks ?? []), '1 == 2 else Damaged__Refuses'] }),
  (rule) => ({ ...rule, checks: rule.checks?.map((text) => text.replace(/ else .*/, '')) ?? [] }),
  () => null,
]

/** The damaged rule alone, or beside the right one under the name of another decoder. */
function damagedBook({ decoder, rule }: Subject, turn: number, isBeside: boolean): RuleBook {
  const damaged = damages[turn % damages.length]!(rule)
  const wrong = damaged === null ? [] : [{ ...decoder, inherits: [], functions: [damaged] }]
  const right = {
    ...decoder,
    decoder: `${decoder.decoder} beside`,
    inherits: [],
    functions: [rule],
  }
  return openRuleBook(isBeside ? [...wrong, right] : wrong)
}

type Drawn = {
  readonly subject: Subject
  readonly book: RuleBook
  readonly data: Hex
  readonly value: bigint
}

async function judgeAll(count: number, from: number, random: Random): Promise<void> {
  const { chain, manager, strategist } = world
  const drawn = Array.from({ length: count }, (_, index) => draw(from + index, random))
  const before = await chain.readBlock('latest')
  const calls = drawn.map(({ subject, data }) => ({
    to: addresses.get(subject.contract)!,
    data,
    from: manager.address,
  }))
  const answers = await chain.readCalls(calls, before)
  const leaves = drawn.map((one, index) => leafFor(one, answers[index]!, random))
  const tree = buildLeafTree(leaves)
  await world.act(manager, 'setManageRoot', strategist, printHex(rootOf(tree.tree)))
  const block = await chain.readBlock('latest')
  const reading = await readManager(chain, { manager: manager.address, strategist, block })
  for (const [index, sample] of drawn.entries()) {
    await judge(sample, { index, tree, reading, isTreeGiven: random.isTrue() })
  }
}

type VerificationInput = {
  readonly index: number
  readonly tree: LeafTree
  readonly reading: Awaited<ReturnType<typeof readManager>>
  readonly isTreeGiven: boolean
}

async function judge(
  one: Drawn,
  { index, tree, reading, isTreeGiven }: VerificationInput,
): Promise<void> {
  const decoder = addresses.get(one.subject.contract)!
  const proof = proofHexOf(tree.tree, index)
  const data = encodeManage([{ proof, decoder, target, data: one.data, value: one.value }])
  const file = isTreeGiven ? ({ tree } as TreeFile) : undefined
  const verification = await verifyAtBlock(world.chain, data, {
    files: { file, managerFile: undefined, reads: {} },
    reading,
    rules: one.book,
  })
  const call = { to: reading.manager, from: reading.strategist, data }
  const [chains] = await world.chain.readCalls([call], reading.block)
  const about = `${one.subject.contract} ${one.subject.rule.signature}, seed ${seed}: ${data}`
  expect(verification.verdict.verdict, about).toBe(chains!.ok ? 'proven' : 'refused')
  expect(verification.verdict.ok, about).toBe(chains!.ok)
  const codes = verification.findings.map(({ code }) => code)
  // The decoder's answer alone says it: the run of the whole batch never has to correct it.
  expect(
    codes.filter((code) => code.startsWith('run_')),
    about,
  ).toEqual([])
  counts[chains!.ok ? 'permitted' : 'refused']++
  if (codes.length > 0) counts.deviating++
}

function draw(turn: number, random: Random): Drawn {
  const subject = random.pick(functions) as Subject
  const { name, rule } = subject
  const plain = calldataOf({ name, signature: rule.signature, random }) as Hex
  const damaged = random.isTrue(0.2) ? damagedData(plain, random) : plain
  const data = random.isTrue(0.05) ? appendDroneTarget(damaged, random.account()) : damaged
  const value = random.isTrue(0.2) ? 1n : 0n
  return { subject, book: bookFor(subject, turn, random), data, value }
}

/** The book of damaged rules; a damage that cannot be written in the notation is replaced by the next. */
function bookFor(subject: Subject, turn: number, random: Random): RuleBook {
  const isBeside = random.isTrue()
  for (let way = turn; ; way++) {
    try {
      const book = damagedBook(subject, way, isBeside)
      rulesFor(book, selectorOf(canonicalSignatureOf(subject.rule.signature)))
      return book
    } catch (error) {
      if (!(error instanceof BaseError) || way > turn + damages.length) throw error
    }
  }
}

/** A leaf as the decoder packs, as the damaged rule would have it, or as neither does. */
function leafFor(
  { subject, book, data, value }: Drawn,
  answer: { readonly ok: boolean; readonly data: Hex },
  random: Random,
) {
  const { signature } = subject.rule
  const packed = answer.ok ? packedIn(answer.data) : null
  const outcomes = rulesFor(book, data.slice(0, 10)).map((rule) => packedBy(rule, data))
  const ruled = outcomes.flatMap((outcome) => (outcome?.ok === true ? [outcome.packed] : []))
  const entries = packed !== null && random.isTrue(0.65) ? packed : (ruled[0] ?? packed ?? '0x')
  const pieces = (entries.slice(2).match(/.{40}/g) ?? []).map((one) => checksumOf(`0x${one}`))
  const drone = data.endsWith(droneEnd) ? [checksumOf(`0x${data.slice(-104, -64)}`)] : []
  const more = random.isTrue(0.1) ? [checksumOf(random.account())] : []
  return buildLeaf({
    decoder: addresses.get(subject.contract)!,
    target,
    signature: canonicalSignatureOf(signature),
    canSendValue: value > 0n !== random.isTrue(0.05),
    arguments: [...pieces, ...drone, ...more],
  })
}

const droneEnd = '3e4620193929cbc3d9d6e48812033a2439d3c505d118da7e25b1c3241695f5b1'

function packedBy(rule: Parameters<typeof packArguments>[0], data: Hex): PackOutcome | null {
  try {
    return packArguments(rule, data)
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

function packedIn(data: Hex): Hex | null {
  try {
    return decodeAbiParameters([{ type: 'bytes' }], data)[0]
  } catch {
    return null
  }
}

/** Cut short, with a byte changed, or with bytes behind it. */
function damagedData(data: Hex, random: Random): Hex {
  const size = (data.length - 2) / 2
  const offset = 4 + random.below(Math.max(1, size - 4))
  if (random.isTrue(0.3)) return data.slice(0, 2 + 2 * offset) as Hex
  if (random.isTrue(0.2)) return `${data}${random.bytes(1 + random.below(40)).slice(2)}` as Hex
  const digits = random.pick(['00', '01', 'ff', '20', random.bytes(1).slice(2)])
  return `${data.slice(0, 2 + 2 * offset)}${digits}${data.slice(4 + 2 * offset)}` as Hex
}
