import {
  type Address,
  BaseError,
  type Finding,
  type Hex,
  parseHexOf,
  printHex,
} from '@vaultwright/base'
import { type Chain, compareDecoder, type DecoderCall } from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import {
  type AnswerSource,
  type BatchCall,
  type CalldataVerdict,
  type DecoderFunction,
  type DecoderReadValues,
  type PackedAnswer,
  type RuleBook,
  readBatch,
  verifyCalldata,
} from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { type BatchRun, locateFailure, runBatch } from './batch-run.ts'
import {
  answerReads,
  type CodeHashes,
  type ReadAnswers,
  readCodeHashes,
  readDecoders,
} from './decoder-reads.ts'
import type { ManagerReading } from './manager-reading.ts'
import { onlineVerdictOf } from './online-verdict.ts'

/** A verdict over a batch, and what the chain said at the block that it is about. */
export type OnChainVerdict = {
  readonly chainId: number
  readonly verdict: CalldataVerdict
  readonly reading: ManagerReading
  /** True if the given tree is the one of the strategist's root; null without a tree. */
  readonly isTreeInForce: boolean | null
  readonly codes: CodeHashes
  readonly reads: ReadAnswers
  /** The chain's answer when it runs the whole batch. */
  readonly run: BatchRun
  /** The findings where the chain differs from the rules, or says more than the verdict. */
  readonly findings: readonly Finding[]
}

/** The files of a verification, read once. */
export type VerifyFiles = {
  readonly file: TreeFile | undefined
  readonly managerFile: TreeFile | undefined
  readonly reads: DecoderReadValues
}

/** The context of verifying a batch at a block. */
export type BlockContext = {
  readonly files: VerifyFiles
  readonly reading: ManagerReading
  /** The packs of decoders, as this toolkit knows them. */
  readonly rules: RuleBook
}

/** Verifies a batch at the block of a reading. */
export async function verifyAtBlock(
  chain: Chain,
  data: Hex,
  context: BlockContext,
): Promise<OnChainVerdict> {
  const { files, reading, rules } = context
  const { block, manager, strategist } = reading
  const placed = callsIn(data, manager)
  const accounts = placed.flatMap(({ call }) => [call.decoder, call.target])
  const codes = await readCodeHashes(chain, accounts, block)
  const cases = placed.map(({ call }) => ({ decoder: call.decoder, calldata: call.data }))
  const query = { manager, strategist, block }
  const [answers, ended] = await Promise.all([
    readDecoders(chain, cases, { block, codes, from: manager }),
    runBatch(chain, data, query),
  ])
  const readContext = { chain, block, rules, manager, given: files.reads }
  const calls = placed.map(({ call }) => call)
  const reads = await answerReads(calls, readContext)
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
  const options = { rules, reads: reads.values, manager, state, ...anchorsOf(context) }
  const answerOf = answerSource(cases, answers)
  const answered = verifyCalldata(data, { ...options, answerOf })
  const isRefused = answered.verdict === 'refused'
  const run = isRefused ? ended : await locateFailure(chain, ended, { ...query, data })
  const { verdict, findings } = onlineVerdictOf(answered, run)
  const compared = cases.map((one, index) => compareDecoder(one, answers[index]!, rules))
  const byRules = verifyCalldata(data, options)
  const deviations = placed.flatMap(({ path }, index) => [
    ...compared[index]!.filter(({ severity }) => severity !== 'info').map(asDeviation),
    ...ruleFindings(path, { byRules, answered, isTold: compared[index]!.some(isDifference) }),
  ])
  const isTreeInForce =
    files.file === undefined ? null : printHex(rootOf(files.file.tree.tree)) === reading.root.root
  return {
    chainId: chain.id,
    verdict,
    reading,
    isTreeInForce,
    codes,
    reads,
    run,
    findings: [...findings, ...deviations],
  }
}

/** The answer for the very calldata; a decoder answers equal calldata alike. */
function answerSource(
  cases: readonly DecoderCall[],
  answers: readonly PackedAnswer[],
): AnswerSource {
  const byCase = new Map(
    cases.map(({ decoder, calldata }, index) => [
      `${decoder} ${calldata}`.toLowerCase(),
      answers[index]!,
    ]),
  )
  return ({ decoder, bytes }) => byCase.get(`${decoder} ${printHex(bytes)}`.toLowerCase()) ?? null
}

/** The verdict is the chain's; that a rule says something else is worth a word, and changes nothing. */
function asDeviation(finding: Finding): Finding {
  return { ...finding, severity: 'warning' }
}

function isDifference({ code }: Finding): boolean {
  return code === 'decoder_differs' || code === 'decoder_is_other_version'
}

type Verdicts = {
  readonly byRules: CalldataVerdict
  readonly answered: CalldataVerdict
  /** True if the difference was named already. */
  readonly isTold: boolean
}

/** Names a call of which the rules alone would have said something else than its decoder. */
function ruleFindings(path: string, { byRules, answered, isTold }: Verdicts): readonly Finding[] {
  const verdictAt = ({ calls }: CalldataVerdict) =>
    calls.find((call) => call.path.join('.') === path)?.verdict ?? null
  const rule = verdictAt(byRules)
  const decoder = verdictAt(answered)
  const isOpposed =
    (decoder === 'refused' && (rule === 'proven' || rule === 'conditional')) ||
    (decoder === 'proven' && rule === 'refused')
  if (!isOpposed || isTold) return []
  const ruleVerb = rule === 'refused' ? 'refuse' : 'permit'
  const done = decoder === 'refused' ? 'refuses' : 'permits'
  return [
    {
      code: 'rules_differ',
      severity: 'warning',
      leaf: null,
      message: `Call ${path}: the rules ${ruleVerb} it, its decoder on the chain ${done} it. The verdict is the chain's.`,
      facts: { call: path, byRules: rule, onChain: decoder },
    },
  ]
}

/** The chain's roots decide; a tree is what names their leaves, where it is of that root. */
function anchorsOf({ files, reading }: BlockContext) {
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
  cases: readonly DecoderCall[],
  answers: readonly PackedAnswer[],
): ReadonlyMap<string, DecoderFunction> {
  const functions = new Map<string, DecoderFunction>()
  for (const [index, { decoder, calldata }] of cases.entries()) {
    const answer = answers[index]!
    const name = !answer.ok && answer.reason === 'reverts' ? answer.revert.name : undefined
    const key = `${decoder} ${calldata.slice(0, 10)}`.toLowerCase()
    if (answer.ok) functions.set(key, 'there')
    else if (name === 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported') {
      functions.set(key, 'unsupported')
    }
  }
  return functions
}
