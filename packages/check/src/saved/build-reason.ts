import type { SvmActionRequest } from '@vaultwright/svm-builder'
import type {
  ExecuteMultipleResponse,
  SimulationPage,
  SvmActionReport,
  SvmExecuteMultipleResponse,
} from '@vaultwright/wire'
import { builtReasons } from '../answer/built-reason.ts'
import { type BuiltAt, checkAnswer, checkAnswerBy } from '../built/check-answer.ts'
import type { BuiltCheck } from '../built/check-built.ts'
import { checkRecord } from '../simulation/check-record.ts'
import { recordOf } from '../simulation/record.ts'
import { checkSvmBuilt } from '../solana/check-svm-built.ts'
import { readVault } from '../solana/read-vault.ts'
import { type AnswerReason, reasonOf } from '../verdict/verdict.ts'
import {
  type AnswerReasons,
  notGiven,
  read,
  requestOption,
  vaultReasons,
  withPlace,
} from './answer-input.ts'
import { runReasons } from './evidence-reason.ts'
import {
  requestedActionsOf,
  requestedCalldataOf,
  requestedOptionsOf,
  type SavedRequest,
} from './request.ts'

type CalldataAnswer = ExecuteMultipleResponse
type ExecuteMultipleAnswer = CalldataAnswer | SvmExecuteMultipleResponse

/** Of Manager calldata. */
export const buildReasons: AnswerReasons = (text, inputs) => {
  const answer = readBuild<CalldataAnswer>(text)
  return withPlace(inputs, (at) => {
    const check = checkBySavedRequest(answer, at, inputs.request)
    return [...reasonsOfBuild(answer, check), ...requestReasons(inputs.request)]
  })
}

/** Gives the reasons of a build, and of the calls that the answer lists beside its calldata. */
export function reasonsOfBuild(
  answer: Pick<CalldataAnswer, 'action_api_response'>,
  check: BuiltCheck,
): readonly AnswerReason[] {
  return [...builtReasons(check), ...reportReasons(answer, check)]
}

/** Reads the answer to one action or to several, as one to several. */
function readBuild<Answer extends ExecuteMultipleAnswer>(text: string): Answer {
  const { action_api_response: report } = JSON.parse(text)
  if (Array.isArray(report)) return read('executeMultiple', text) as Answer
  const answer = read('execute', text)
  const { instructions } = answer.action_api_response as Partial<SvmActionReport>
  return { instructions, ...answer, action_api_response: [answer.action_api_response] } as Answer
}

/** Verifies calldata against the tree, and against the actions or the calldata that a request names. */
function checkBySavedRequest(
  answer: CalldataAnswer,
  at: BuiltAt,
  request: SavedRequest | null,
): BuiltCheck {
  const actions = request === null ? null : requestedActionsOf(request)
  if (actions !== null) return checkAnswer(answer, at, actions)
  const calldata = request === null ? null : requestedCalldataOf(request)
  const isSame = calldata?.toLowerCase() === answer.encoded_tx_data.toLowerCase()
  const problems = calldata === null || isSame ? [] : ['It is not the calldata that you gave.']
  const compare = () => ({ problems, notes: [], uncompared: [] })
  return checkAnswerBy(answer, at, { compare })
}

function requestReasons(request: SavedRequest | null): readonly AnswerReason[] {
  const isExpected =
    request !== null && (requestedActionsOf(request) ?? requestedCalldataOf(request)) !== null
  return isExpected ? [] : [notGiven(requestOption)]
}

/** Reasons where the calls that the answer lists are not those of its calldata; its sentences are not compared. */
function reportReasons(
  answer: Pick<CalldataAnswer, 'action_api_response'>,
  { calls }: BuiltCheck,
): readonly AnswerReason[] {
  const outerCalls = calls.filter(({ path }) => path.length === 1)
  const listed = answer.action_api_response.flatMap((report) => report?.calls ?? [])
  if (listed.length !== outerCalls.length)
    return [
      reasonOf(
        'no',
        'not_followed',
        `The answer lists ${listed.length} calls, and its calldata makes ${outerCalls.length}.`,
      ),
    ]
  return outerCalls.flatMap(({ call, verdict }, index) => {
    const listedCall = listed[index]!
    const pairs = [
      ['target', listedCall.target, call.target],
      ['data', listedCall.data, call.data],
      ['value', listedCall.value, String(call.value)],
      ['decoder', listedCall.decoder, verdict.leaf?.decoder],
      ['signature', listedCall.signature, verdict.leaf?.signature],
    ] as const
    const differences = pairs.flatMap(([name, stated, follows]) =>
      follows === undefined || stated.toLowerCase() === follows.toLowerCase()
        ? []
        : [`Call ${index}: ${name} is ${stated} in the list, and ${follows} in the calldata.`],
    )
    const isSlot =
      verdict.positions.length === 0 || verdict.positions.includes(listedCall.leaf_index)
    return [
      ...differences,
      ...(isSlot ? [] : [`Call ${index}: its leaf is not in slot ${listedCall.leaf_index}.`]),
    ].map((message) => reasonOf('no', 'not_followed', message))
  })
}

/** Of a transaction of Solana. */
export const svmBuildReasons: AnswerReasons = (text, { request, accounts }) => {
  if (request === null) return [notGiven(requestOption)]
  if (accounts === null) return [notGiven('the accounts of the vault (--accounts)')]
  const answer = readBuild<SvmExecuteMultipleResponse>(text)
  const reading = readVault(accounts)
  const actions = (requestedActionsOf(request) ?? []).map(({ route, params }) => ({
    route,
    params: { ...params },
  })) as readonly SvmActionRequest[]
  const strategist = request.strategist_address ?? reading.facts.state.strategist
  const checkInput = { strategist, actions, options: requestedOptionsOf(request) }
  const { problems, notes, judged } = checkSvmBuilt(answer, checkInput, reading)
  return [
    ...vaultReasons(request, reading.definition.vault),
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...notes.map((message) => reasonOf('note', 'stated', message)),
    ...(judged?.missing ?? []).map((account) => notGiven(`the account ${account} (--accounts)`)),
    reasonOf(
      'note',
      'stated',
      'What its names stand for, and what is permitted, is the word of the definition and of the accounts that you gave.',
    ),
  ]
}

/** Of the record of a simulation: it is of its calldata, and the calldata is what was asked for. */
export const recordReasons: AnswerReasons = (text, inputs) => {
  const record = recordOf(JSON.parse(text))
  return [
    ...checkRecord(record).verdict.reasons,
    ...withPlace(inputs, (at) => [
      ...placeReasons(record, at),
      ...builtReasons(
        checkBySavedRequest({ ...record, action_api_response: [] } as never, at, inputs.request),
      ),
      ...requestReasons(inputs.request),
    ]),
    ...runReasons(record, inputs.witnessRun),
  ]
}

/** Reasons where a record names another root, vault or chain than the tree and the request. */
function placeReasons(record: SimulationPage, { place }: BuiltAt): readonly AnswerReason[] {
  const { root, vault, chainId } = place
  const pairs = [
    ['root', record.root, root],
    ['vault', record.vault_address, vault],
    ['chain', String(record.chain_id), String(chainId ?? record.chain_id)],
  ] as const
  return pairs.flatMap(([name, stated, actual]) =>
    String(stated).toLowerCase() === actual.toLowerCase()
      ? []
      : [
          reasonOf(
            'no',
            'not_followed',
            `The record names ${name} ${stated}, and what you gave is of ${actual}.`,
          ),
        ],
  )
}
