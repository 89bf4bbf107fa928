import { type Address, type Finding, type Hex, isSameAddress, printHex } from '@vaultwright/base'
import {
  type Chain,
  compareDecoder,
  type ManageRoot,
  readManageRoot,
  readVaultOf,
} from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import { isPadding, type Leaf, type PackedAnswer, rulesFor } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { type CodeHashes, readCodeHashes, readDecoders } from '../verify/decoder-reads.ts'
import { type SampleCalls, sampleCallsOf } from './sample-call.ts'
import type { StrategistSearch } from './strategist.ts'

/** The state of a tree on chain at a block. */
export type TreeOnChain = {
  readonly chainId: number
  readonly block: BlockRef
  readonly manager: Address | null
  /** Every decoder of the tree, how many leaves name it, and the hash of its code. */
  readonly decoders: readonly {
    readonly address: Address
    readonly leaves: number
    readonly codeHash: Hex | null
  }[]
  /** The strategists that ever had a root of the Manager, and their current ones. */
  readonly strategists: readonly StrategistRoot[]
  /** The only strategists that were looked at; null for all of them. */
  readonly strategistsOnly: string | null
  /** Why the roots were not read; null when they were. */
  readonly rootsUnknown: string | null
  /** The number of leaves that were put to their decoders, and those that could not be. */
  readonly asked: number
  readonly notChecked: readonly { readonly leaf: number; readonly why: string }[]
  readonly findings: readonly Finding[]
}

/** A strategist's root at the block. */
export type StrategistRoot = {
  readonly address: Address
  readonly root: ManageRoot
  readonly isThisTree: boolean
}

/** The chain data that a tree is checked against. */
export type TreeQuery = {
  readonly block: BlockRef
  readonly manager: Address | null
  readonly search: StrategistSearch
}

type LeafQuestion = {
  readonly leaf: Leaf
  readonly position: number
  readonly calldata: Hex
  /** The leaf's value for it. */
  readonly held: Hex
}

/** Checks a tree against a chain: its decoders have code and pack what the rules say, and a strategist has its root. */
export async function readTreeOnChain(
  chain: Chain,
  file: TreeFile,
  query: TreeQuery,
): Promise<TreeOnChain> {
  const { block, manager } = query
  const used = [...file.tree.leaves.entries()].filter(([, leaf]) => !isPadding(leaf))
  const addresses = used.map(([, leaf]) => leaf.decoder)
  const codes = await readCodeHashes(
    chain,
    manager === null ? addresses : [...addresses, manager],
    block,
  )
  const roots = await rootsOf(chain, file, { ...query, codes })
  const samples = used.map(([position, leaf]) => ({
    leaf,
    position,
    sample: sampleFor(leaf, codes),
  }))
  const questions = samples.flatMap(({ leaf, position, sample }): readonly LeafQuestion[] =>
    sample.ok ? sample.samples.map((one) => ({ leaf, position, ...one })) : [],
  )
  const bare = bareQuestions(used, codes)
  const cases = [
    ...questions.map(({ leaf, calldata }) => ({ decoder: leaf.decoder, calldata })),
    ...bare.map(({ leaf }) => ({ decoder: leaf.decoder, calldata: leaf.selector })),
  ]
  const [answers, vault] = await Promise.all([
    readDecoders(chain, cases, { block, codes }),
    manager === null ? null : readVaultOf(chain, manager, block),
  ])
  return {
    chainId: chain.id,
    block,
    manager,
    ...roots,
    strategistsOnly: query.search.only,
    decoders: decodersIn(addresses, codes),
    asked: samples.filter(({ sample }) => sample.ok).length,
    notChecked: samples.flatMap(({ position, sample }) =>
      sample.ok ? [] : [{ leaf: position, why: sample.why }],
    ),
    findings: [
      ...codeFindings(addresses, codes),
      ...[...answersByLeaf(questions, answers).values()].flatMap(answerFindings),
      ...bare.flatMap((one, index) => bareFindings(one, answers[questions.length + index]!)),
      ...managerFindings(manager, codes),
      ...vaultFindings(file.metadata.vault, { manager, vault }),
      ...rootFindings(roots, query.search),
    ],
  }
}

/** A tree whose vault is another one than its Manager's says of every receiver what is not so. */
function vaultFindings(
  stated: Address | null,
  { manager, vault }: { readonly manager: Address | null; readonly vault: Address | null },
): readonly Finding[] {
  if (stated === null || vault === null || isSameAddress(stated, vault)) return []
  const message = `The file states the vault ${stated}, but the Manager ${manager} acts for ${vault}. Do not trust what the file says; give the right one.`
  return [
    {
      code: 'other_vault',
      severity: 'error',
      leaf: null,
      message,
      facts: { manager, vault, stated },
    },
  ]
}

function sampleFor(leaf: Leaf, codes: CodeHashes): SampleCalls {
  const hash = codes.get(leaf.decoder.toLowerCase()) ?? null
  return hash === null
    ? { ok: false, why: 'its decoder has no code' }
    : sampleCallsOf(leaf, ruleBook)
}

type Roots = Pick<TreeOnChain, 'strategists' | 'rootsUnknown'>

async function rootsOf(
  chain: Chain,
  file: TreeFile,
  query: TreeQuery & { readonly codes: CodeHashes },
): Promise<Roots> {
  const { manager, block, search, codes } = query
  if (manager === null) {
    return { strategists: [], rootsUnknown: 'the tree states no Manager; give --manager' }
  }
  if ((codes.get(manager.toLowerCase()) ?? null) === null) {
    return { strategists: [], rootsUnknown: `the Manager ${manager} has no code there` }
  }
  const rootHex = printHex(rootOf(file.tree.tree))
  const strategists: StrategistRoot[] = []
  for (const address of await search.find(manager)) {
    const root = await readManageRoot(chain, { manager, strategist: address, block })
    strategists.push({ address, root, isThisTree: root.root === rootHex })
  }
  return { strategists, rootsUnknown: null }
}

function decodersIn(addresses: readonly Address[], codes: CodeHashes) {
  const different = new Map(addresses.map((one) => [one.toLowerCase(), one]))
  return [...different].map(([key, address]) => ({
    address,
    leaves: addresses.filter((one) => one.toLowerCase() === key).length,
    codeHash: codes.get(key) ?? null,
  }))
}

function codeFindings(addresses: readonly Address[], codes: CodeHashes): readonly Finding[] {
  return decodersIn(addresses, codes)
    .filter(({ codeHash }) => codeHash === null)
    .map(({ address, leaves }) => ({
      code: 'decoder_without_code',
      severity: 'error',
      leaf: null,
      message: `The decoder ${address} has no code on chain: the Manager refuses every call of its ${leaves} leaves.`,
      facts: { decoder: address, leaves },
    }))
}

type Answered = LeafQuestion & { readonly answer: PackedAnswer }

function answersByLeaf(
  asked: readonly LeafQuestion[],
  answers: readonly PackedAnswer[],
): ReadonlyMap<number, readonly Answered[]> {
  const byLeaf = new Map<number, Answered[]>()
  for (const [index, question] of asked.entries()) {
    const answered = { ...question, answer: answers[index]! }
    byLeaf.set(question.position, [...(byLeaf.get(question.position) ?? []), answered])
  }
  return byLeaf
}

/**
 * The decoder must pack what the leaf holds, for a call of any version that could have made the leaf. Bytes
 * of another version that the leaf does not hold do not agree.
 */
function answerFindings(samples: readonly Answered[]): readonly Finding[] {
  if (samples.some(({ answer, held }) => answer.ok && answer.packed.toLowerCase() === held))
    return []
  const { leaf, position, calldata, answer, held } = samples[0]!
  const compared = compareDecoder({ decoder: leaf.decoder, calldata }, answer)
  if (compared.length > 0) return compared.map((comparison) => ({ ...comparison, leaf: position }))
  const packed = answer.ok ? answer.packed : 'nothing'
  return [
    {
      code: 'decoder_is_other_version',
      severity: 'error',
      leaf: position,
      message: `The decoder at ${leaf.decoder} packs ${packed} for a call that the leaf was made for, as another version does; the leaf holds ${held}. It does not match on chain.`,
      facts: { decoder: leaf.decoder, calldata, onChain: packed, held },
    },
  ]
}

/** The leaves of one function of one decoder. */
type DecoderFunctionLeaves = { readonly leaf: Leaf; readonly positions: readonly number[] }

/** Each function of each decoder with code, to be asked without any argument. */
function bareQuestions(
  used: readonly (readonly [number, Leaf])[],
  codes: CodeHashes,
): readonly DecoderFunctionLeaves[] {
  const byFunction = new Map<string, { readonly leaf: Leaf; readonly positions: number[] }>()
  for (const [position, leaf] of used) {
    if ((codes.get(leaf.decoder.toLowerCase()) ?? null) === null) continue
    const key = `${leaf.decoder.toLowerCase()} ${leaf.selector}`
    const existing = byFunction.get(key)
    if (existing === undefined) byFunction.set(key, { leaf, positions: [position] })
    else existing.positions.push(position)
  }
  return [...byFunction.values()]
}

const unsupported = 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported'

/**
 * A decoder that has a function refuses its selector alone, since arguments are missing. One that says that it lacks
 * it lets no call through; one that answers decodes nothing, and every argument is the caller's choice.
 */
function bareFindings(
  { leaf, positions }: DecoderFunctionLeaves,
  answer: PackedAnswer,
): readonly Finding[] {
  const { decoder, signature } = leaf
  const [first = null] = positions
  const facts = { decoder, signature, positions }
  const errorFor = (code: string, message: string): readonly Finding[] => {
    return [{ code, severity: 'error', leaf: first, message, facts }]
  }
  if (!answer.ok) {
    if (answer.reason !== 'reverts' || answer.revert.name !== unsupported) return []
    const message = `The decoder at ${decoder} has no function ${signature}: the Manager refuses every call of its ${positions.length} leaves.`
    return errorFor('decoder_without_function', message)
  }
  const [rule] = rulesFor(ruleBook, leaf.selector)
  if ((rule?.signature ?? signature).endsWith('()')) return []
  const packed = answer.packed === '0x' ? 'nothing' : answer.packed
  return errorFor(
    'decoder_decodes_nothing',
    `The decoder at ${decoder} packs ${packed} for ${signature} without its arguments: it decodes none of them, so the caller names every one in ${positions.length} leaves. Do not use it.`,
  )
}

function managerFindings(manager: Address | null, codes: CodeHashes): readonly Finding[] {
  if (manager === null || (codes.get(manager.toLowerCase()) ?? null) !== null) return []
  const message = `The Manager ${manager} has no code on chain: nothing can be run by this tree there. Check the chain, the block and --manager.`
  const facts = { manager }
  return [{ code: 'manager_without_code', severity: 'error', leaf: null, message, facts }]
}

function rootFindings(
  { strategists, rootsUnknown }: Roots,
  { only }: StrategistSearch,
): readonly Finding[] {
  if (rootsUnknown !== null || strategists.some(({ isThisTree }) => isThisTree)) return []
  if (only !== null) {
    const message = `None of the strategists looked at has the root of this tree: ${only}. Others may have it.`
    return [{ code: 'root_not_seen', severity: 'info', leaf: null, message, facts: { only } }]
  }
  const message =
    'No strategist has the root of this tree on chain: it is not in force, not yet or no longer.'
  return [{ code: 'root_not_set', severity: 'info', leaf: null, message, facts: {} }]
}
