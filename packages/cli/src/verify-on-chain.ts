import {
  type Address,
  BaseError,
  type Finding,
  type Hex,
  isSameAddress,
  parseHexOf,
  printHex,
} from '@vaultwright/base'
import { type Chain, compareDecoder, type DecoderCase, type PackedAnswer } from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import {
  type BatchCall,
  type CalldataVerdict,
  type DecoderFunction,
  readBatch,
  verifyCalldata,
} from '@vaultwright/manager'
import { parseAddress, rootOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { answerReads, type ReadAnswers } from './chain-read.ts'
import type { Context } from './context.ts'
import { type CodeHashes, readCodeHashes, readDecoders } from './decoder-answer.ts'
import { untilInterrupted } from './interrupt.ts'
import { type ManagerReading, readManager } from './manager-reading.ts'
import { blockTagOf, onChain } from './node-input.ts'
import type { NodeWords } from './node-option.ts'
import { assertGiven, UsageError } from './usage.ts'
import { type GroundFiles, type GroundWords, readGroundFiles } from './verify-input.ts'

/** What a verification against a chain is told. */
export type OnChainWords = GroundWords & NodeWords & { readonly strategist: string | undefined }

/** A verdict over a batch, and what the chain said at the block that it is about. */
export type OnChainVerdict = {
  readonly chainId: number
  readonly verdict: CalldataVerdict
  readonly reading: ManagerReading
  /** Whether the tree given is the one of the strategist's root; null without a tree. */
  readonly isTreeInForce: boolean | null
  readonly codes: CodeHashes
  readonly reads: ReadAnswers
  /** Where decoders on the chain pack something else than the rules or the leaf say. */
  readonly findings: readonly Finding[]
}

/**
 * Verifies a batch against what the chain says at one block: roots, pause, roles, code, and what the
 * decoders themselves answer.
 *
 * @param data - calldata of the Manager.
 * @param words - files, node, Manager, strategist, block.
 * @param context - the world outside.
 * @returns the verdict at the block.
 * @throws {UsageError} when the strategist or the Manager is not named, or a root is given beside the
 * chain's; what reading and asking throw.
 */
export async function verifyOnChain(
  data: Hex,
  words: OnChainWords,
  context: Context,
): Promise<OnChainVerdict> {
  const strategist = parseAddress(assertGiven(words.strategist, 'strategist'))
  if (words.root !== undefined || words['manager-root'] !== undefined) {
    throw new UsageError(
      'The chain says which roots there are. Leave --root and --manager-root out, or --rpc-url.',
    )
  }
  const tag = blockTagOf(words.block)
  const files = await readGroundFiles(words, context)
  const manager = managerOf(words.manager, files.file)
  const work = onChain(words, context, async (chain) => {
    const block = await chain.readBlock(tag)
    const reading = await readManager(chain, { manager, strategist, block })
    return verdictAt(chain, data, { files, reading })
  })
  return untilInterrupted(context.signal, work)
}

type Ground = { readonly files: GroundFiles; readonly reading: ManagerReading }

async function verdictAt(chain: Chain, data: Hex, ground: Ground): Promise<OnChainVerdict> {
  const { files, reading } = ground
  const { block, manager } = reading
  const placed = callsIn(data, manager)
  const accounts = placed.flatMap(({ call }) => [call.decoder, call.target])
  const codes = await readCodeHashes(chain, accounts, block)
  const cases = placed.map(({ call }) => ({ decoder: call.decoder, calldata: call.data }))
  const answers = await readDecoders(chain, cases, { block, codes, from: manager })
  const asked = { chain, block, rules: ruleBook, manager, given: files.reads }
  const reads = await answerReads(
    placed.map(({ call }) => call),
    asked,
  )
  const functions = functionsIn(cases, answers)
  const state = {
    ...reading.state,
    hasCode: (account: Address) => {
      const hash = codes.get(account.toLowerCase())
      return hash === undefined ? null : hash !== null
    },
    functionAt: (decoder: Address, selector: Hex) =>
      functions.get(`${decoder.toLowerCase()} ${selector.toLowerCase()}`) ?? null,
  }
  const verdict = verifyCalldata(data, {
    rules: ruleBook,
    reads: reads.values,
    manager,
    state,
    ...anchorsOf(ground),
  })
  const pathed = new Map(placed.map(({ path }, index) => [path, answers[index]!]))
  const findings = [
    ...cases.flatMap((one, index) => compareDecoder(one, answers[index]!)).filter(isTold),
    ...leafFindings(verdict, pathed),
  ]
  const isTreeInForce =
    files.file === undefined ? null : printHex(rootOf(files.file.tree.tree)) === reading.root.root
  return { chainId: chain.id, verdict, reading, isTreeInForce, codes, reads, findings }
}

/** The chain's roots decide; a tree is what names their leaves, where it is of that root. */
function anchorsOf({ files, reading }: Ground) {
  const { file, managerFile } = files
  const managerRoot = parseHexOf(reading.managerRoot.root, 32)
  const isSameTree =
    file !== undefined && printHex(rootOf(file.tree.tree)) === reading.managerRoot.root
  const inner = managerFile ?? (isSameTree ? file : undefined)
  return {
    root: parseHexOf(reading.root.root, 32),
    managerRoot,
    ...(file === undefined ? {} : { tree: file.tree }),
    ...(inner === undefined ? {} : { managerTree: inner.tree }),
  }
}

type Placed = { readonly call: BatchCall; readonly path: string }

/** Every call with its place; what cannot be read is for the verdict to say. */
function callsIn(data: Hex, manager: Address): readonly Placed[] {
  try {
    const placed: Placed[] = []
    const waiting = [{ calls: readBatch(data, { manager }).calls, path: '' }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const [index, call] of next.calls.entries()) {
        const path = `${next.path}${index}`
        placed.push({ call, path })
        if (call.loan !== null) waiting.push({ calls: call.loan.batch.calls, path: `${path}.` })
      }
    }
    return placed
  } catch (error) {
    if (error instanceof BaseError) return []
    throw error
  }
}

function functionsIn(
  cases: readonly DecoderCase[],
  answers: readonly PackedAnswer[],
): ReadonlyMap<string, DecoderFunction> {
  const found = new Map<string, DecoderFunction>()
  for (const [index, { decoder, calldata }] of cases.entries()) {
    const answer = answers[index]!
    const name = !answer.ok && answer.reason === 'reverts' ? answer.revert.name : undefined
    const key = `${decoder} ${calldata.slice(0, 10)}`.toLowerCase()
    if (answer.ok) found.set(key, 'there')
    else if (name === 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported') {
      found.set(key, 'unsupported')
    }
  }
  return found
}

/** The last word: what the decoder really packs must be what the leaf holds. */
function leafFindings(
  { calls }: CalldataVerdict,
  answers: ReadonlyMap<string, PackedAnswer>,
): readonly Finding[] {
  return calls.flatMap(({ path, leaf, decoder, droneTarget, verdict }) => {
    const answer = answers.get(path.join('.'))
    if (leaf === null || answer === undefined || !answer.ok || verdict === 'refused') return []
    const drone = droneTarget === null ? '' : droneTarget.slice(2).toLowerCase()
    const packed = `${answer.packed}${drone}`
    const held = `0x${leaf.arguments.map((one) => one.slice(2).toLowerCase()).join('')}`
    if (packed === held) return []
    return [
      {
        code: 'decoder_packs_other_leaf',
        severity: 'error',
        leaf: null,
        message: `Call ${path.join('.')}: the decoder at ${decoder} packs ${packed}, the leaf holds ${held}. The Manager refuses it.`,
        facts: { call: path.join('.'), decoder, onChain: packed, leaf: held },
      },
    ]
  })
}

function isTold({ severity }: Finding): boolean {
  return severity !== 'info'
}

function managerOf(word: string | undefined, file: TreeFile | undefined): Address {
  const given = word === undefined ? null : parseAddress(word)
  const stated = file?.metadata.manager ?? null
  const manager = given ?? stated
  if (manager === null) {
    throw new UsageError('Nobody said which Manager. Give --manager, or a tree that states it.')
  }
  if (given !== null && stated !== null && !isSameAddress(given, stated)) {
    throw new UsageError(
      `The tree states the Manager ${stated}, not ${given}. Leave --manager out, or give its own tree.`,
    )
  }
  return manager
}
