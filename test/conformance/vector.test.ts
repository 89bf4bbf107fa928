import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import { parseHex } from '@vaultwright/base'
import {
  type CompiledRule,
  type DecoderRead,
  droneTargetOf,
  type PackOutcome,
  packArguments,
  rulesOfDecoder,
} from '@vaultwright/manager'
import { verifyProof } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import {
  type AbiFunction,
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  isAddressEqual,
  keccak256,
  parseAbiItem,
  size,
  slice,
} from 'viem'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const folder = new URL('fixtures/vectors/', root)
const largest = 800_000

type Deployable = {
  readonly contract: string
  readonly file: string
  readonly takes: readonly string[]
  readonly rules: readonly string[]
}

function vectors<Vectors>(name: string): Vectors {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Vectors
}

const { decoders, roles } = vectors<{
  readonly roles: Readonly<Record<string, Hex>>
  readonly decoders: readonly Deployable[]
}>('decoder.json')
type PackedVectors = {
  readonly decoders: readonly string[]
  readonly functions: readonly string[]
  readonly calldatas: readonly Hex[]
  readonly packed: readonly Hex[]
  readonly outcomes: readonly string[]
  readonly readTargets: readonly Hex[]
  readonly readCalldatas: readonly Hex[]
  readonly readReturns: readonly Hex[]
}
const packed = vectors<PackedVectors>('packed.json')
const edge = vectors<PackedVectors & { readonly names: readonly string[] }>('edge.json')

test('law: no file of vectors is too large to be read', () => {
  for (const name of readdirSync(folder)) {
    expect(statSync(new URL(name, folder)).size, name).toBeLessThan(largest)
  }
})

test('behavior: every deployable decoder is there, and implements rules that exist', () => {
  expect(decoders.length).toBeGreaterThanOrEqual(60)
  for (const { contract, file, takes, rules } of decoders) {
    expect(existsSync(new URL(`foundry/${file}`, root)), contract).toBe(true)
    for (const role of takes) expect(roles[role], `${contract} ${role}`).toBeDefined()
    for (const name of rules) expect([...ruleBook.decoders.keys()]).toContain(name)
  }
})

test('behavior: every function of a deployable decoder has calldata that it packs', () => {
  const names = new Set<string>()
  packed.decoders.forEach((decoder, index) => {
    if (packed.outcomes[index] === 'packed') names.add(`${decoder} ${packed.functions[index]}`)
  })
  const rules = decoders.flatMap((decoder) => decoder.rules)
  const missing = [...new Set(rules)].flatMap((name) =>
    rulesOfDecoder(ruleBook, name)
      .filter((rule) => !rule.decoders.some((one) => names.has(`${one} ${rule.signature}`)))
      .map((rule) => `${name} ${rule.signature}`),
  )
  expect(missing).toEqual([])
})

test('behavior: the rules pack and refuse what the contracts do', () => {
  checkVectors(packed, packed.functions)
})

test('golden: calls at the edges are packed and refused as is written by hand', () => {
  expect(edge.names.length).toBeGreaterThan(120)
  checkVectors(edge, edge.names)
})

function checkVectors(vector: PackedVectors, names: readonly string[]): void {
  vector.calldatas.forEach((calldata, index) => {
    const [decoder = '', signature = ''] = [vector.decoders[index], vector.functions[index]]
    const rule = rulesOfDecoder(ruleBook, decoder).find((one) => one.signature === signature)
    const outcome = answeredBy(vector, rule as CompiledRule, calldata)
    const about = `${decoder} ${names[index]} ${index}`
    if (outcome.ok) expect(outcome.packed, about).toBe(vector.packed[index])
    const result = outcome.ok ? 'packed' : 'error' in outcome ? outcome.error : outcome.reason
    expect(result ?? 'reverts', about).toBe(vector.outcomes[index])
  })
}

/** Packs with the answers of the file, asking again where a check reads as well. */
function answeredBy(vector: PackedVectors, rule: CompiledRule, calldata: Hex): PackOutcome {
  const values: Record<string, Hex | readonly Hex[]> = {}
  for (;;) {
    const outcome = packArguments(rule, calldata, values)
    const reads = outcome.ok
      ? outcome.unverified.flatMap((check) => check.reads)
      : missingOf(outcome)
    if (reads.length === 0) return outcome
    for (const reading of reads) values[reading.key] = answerOf(vector, reading)
  }
}

function missingOf(outcome: PackOutcome): readonly DecoderRead[] {
  return 'reads' in outcome ? outcome.reads : []
}

/** The decoder's answer: its constructor values and its caller are known; anything else is in the file. */
function answerOf(vector: PackedVectors, read: DecoderRead): Hex | readonly Hex[] {
  const role = fixed[read.function]
  if (role !== undefined) return roles[role] as Hex
  const item = parseAbiItem([`function ${read.function}`] as readonly string[]) as AbiFunction
  const args = read.arguments.map((text, at) =>
    item.inputs[at]?.type.startsWith('bytes') ? text : BigInt(text),
  )
  const calldata = encodeFunctionData({ abi: [item], args: args as readonly unknown[] })
  const place = vector.readCalldatas.findIndex(
    (asked, at) =>
      asked === calldata &&
      (read.address === null || isAddressEqual(vector.readTargets[at] as Hex, read.address)),
  )
  const answer = vector.readReturns[place] as Hex
  const words = Array.from({ length: size(answer) / 32 }, (_, at) =>
    slice(answer, 32 * at, 32 * at + 32),
  )
  const account = (word: Hex) => slice(word, 12)
  if (read.type.endsWith('[]')) return words.slice(2).map(account)
  const word = words[read.position] as Hex
  return read.type === 'address' ? account(word) : word
}

const fixed: Readonly<Record<string, string>> = {
  'boringVault()': 'vault',
  'caller()': 'manager',
  'oneInchExecutor()': 'executor',
  'odosExecutor()': 'executor',
  'domainSeparator()': 'orderDomain',
  'appData()': 'orderDocument',
  'maxLife()': 'orderLife',
  'timestamp()': 'clock',
}

test('behavior: digests of leaves are the hash of their parts', () => {
  const leaves = vectors<{
    readonly decoders: readonly Hex[]
    readonly targets: readonly Hex[]
    readonly canSendValues: readonly boolean[]
    readonly calldatas: readonly Hex[]
    readonly answers: readonly Hex[]
    readonly digests: readonly Hex[]
  }>('leaf.json')
  leaves.digests.forEach((digest, index) => {
    const calldata = leaves.calldatas[index] as Hex
    const bound = concat([leaves.answers[index] as Hex, droneTargetOf(calldata) ?? '0x'])
    const types = ['address', 'address', 'bool', 'bytes4', 'bytes'] as const
    const values = [
      leaves.decoders[index] as Hex,
      leaves.targets[index] as Hex,
      leaves.canSendValues[index] as boolean,
      slice(calldata, 0, 4),
      bound,
    ] as [Hex, Hex, boolean, Hex, Hex]
    expect(keccak256(encodePacked(types, values))).toBe(digest)
  })
})

test('behavior: roots are those of OpenZeppelin, and proofs lead to them', () => {
  const trees = vectors<{
    readonly capacities: readonly number[]
    readonly roots: readonly Hex[]
    readonly layers: readonly (readonly Hex[])[]
  }>('tree.json')
  trees.roots.forEach((treeRoot, index) => {
    const digests = trees.layers[index]?.slice(0, trees.capacities[index]) as Hex[]
    expect(SimpleMerkleTree.of(digests, { sortLeaves: false }).root).toBe(treeRoot)
  })
  const proofs = vectors<{
    readonly roots: readonly Hex[]
    readonly digests: readonly Hex[]
    readonly proofs: readonly Hex[]
  }>('proof.json')
  proofs.proofs.forEach((proof, index) => {
    const [digest, top] = [proofs.digests[index] as Hex, proofs.roots[index] as Hex]
    const siblings = Array.from({ length: size(proof) / 32 }, (_, at) =>
      slice(proof, 32 * at, 32 * at + 32),
    )
    expect(SimpleMerkleTree.verify(top, digest, siblings)).toBe(true)
    expect(verifyProof(parseHex(digest), parseHex(proof), parseHex(top))).toBe(true)
  })
})
