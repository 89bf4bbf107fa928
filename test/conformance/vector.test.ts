import { existsSync, readFileSync, statSync } from 'node:fs'
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import { parseHex } from '@vaultwright/base'
import {
  type CompiledRule,
  droneTargetOf,
  type PackOutcome,
  packArguments,
  type Read,
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
  keccak256,
  parseAbiItem,
  size,
  slice,
} from 'viem'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const folder = new URL('fixtures/vectors/', root)
const largest = 700_000

type Script = { readonly makeVectors: () => ReadonlyMap<string, string> }
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
const packed = vectors<{
  readonly decoders: readonly string[]
  readonly functions: readonly string[]
  readonly calldatas: readonly Hex[]
  readonly packed: readonly Hex[]
  readonly outcomes: readonly string[]
  readonly readCalldatas: readonly Hex[]
  readonly readReturns: readonly Hex[]
}>('packed.json')

test('behavior: the committed vectors are what the script makes', async () => {
  const script: Script = await import(new URL('scripts/make-vectors.mjs', root).href)
  for (const [name, text] of script.makeVectors()) {
    expect(readFileSync(new URL(name, folder), 'utf8') === text, name).toBe(true)
    expect(statSync(new URL(name, folder)).size).toBeLessThan(largest)
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
  const seen = new Set<string>()
  packed.decoders.forEach((decoder, index) => {
    if (packed.outcomes[index] === 'packed') seen.add(`${decoder} ${packed.functions[index]}`)
  })
  const rules = decoders.flatMap((decoder) => decoder.rules)
  const missing = [...new Set(rules)].flatMap((name) =>
    rulesOfDecoder(ruleBook, name)
      .filter((rule) => !rule.decoders.some((one) => seen.has(`${one} ${rule.signature}`)))
      .map((rule) => `${name} ${rule.signature}`),
  )
  expect(missing).toEqual([])
})

test('behavior: the rules pack and refuse what the contracts do', () => {
  packed.calldatas.forEach((calldata, index) => {
    const [decoder = '', signature = ''] = [packed.decoders[index], packed.functions[index]]
    const rule = rulesOfDecoder(ruleBook, decoder).find((one) => one.signature === signature)
    const outcome = answeredBy(rule as CompiledRule, calldata)
    const about = `${decoder} ${signature} ${index}`
    if (outcome.ok) expect(outcome.packed, about).toBe(packed.packed[index])
    const result = outcome.ok ? 'packed' : 'error' in outcome ? outcome.error : outcome.reason
    expect(result ?? 'reverts', about).toBe(packed.outcomes[index])
  })
})

/** Packs with the answers of the file, asking again where a check reads as well. */
function answeredBy(rule: CompiledRule, calldata: Hex): PackOutcome {
  const values: Record<string, Hex> = {}
  for (;;) {
    const outcome = packArguments(rule, calldata, values)
    const reads = outcome.ok
      ? outcome.unverified.flatMap((check) => check.reads)
      : missingOf(outcome)
    if (reads.length === 0) return outcome
    for (const read of reads) values[read.key] = answerOf(read)
  }
}

function missingOf(outcome: PackOutcome): readonly Read[] {
  return 'reads' in outcome ? outcome.reads : []
}

/** Reads without an argument are what the decoder was made with, or who calls it. */
function answerOf(read: Read): Hex {
  const role = fixed[read.function]
  if (role !== undefined) return roles[role] as Hex
  const item = parseAbiItem([`function ${read.function}`] as readonly string[]) as AbiFunction
  const calldata = encodeFunctionData({
    abi: [item],
    args: read.arguments.map(BigInt) as readonly unknown[],
  })
  const answer = packed.readReturns[packed.readCalldatas.indexOf(calldata)] as Hex
  return slice(answer, 32 * read.position + 12, 32 * read.position + 32)
}

const fixed: Readonly<Record<string, string>> = {
  'boringVault()': 'vault',
  'caller()': 'manager',
  'oneInchExecutor()': 'executor',
  'odosExecutor()': 'executor',
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
      ...[leaves.decoders[index] as Hex, leaves.targets[index] as Hex],
      ...[leaves.canSendValues[index] as boolean, slice(calldata, 0, 4), bound],
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
