import type { SvmActionRequest } from '@vaultwright/svm-builder'
import { checkAnswer, checkAnswerBy } from '../built/check-answer.ts'
import type { BuiltCheck } from '../built/check-built.ts'
import { checkRecord } from '../simulation/check-record.ts'
import { recordOf } from '../simulation/record.ts'
import { checkSvmBuilt } from '../solana/check-svm-built.ts'
import { readVault } from '../solana/read-vault.ts'
import { type AnswerReason, builtReasons, reasonOf } from './answer-check.ts'
import {
  type AnswerReasons,
  notGiven,
  read,
  requestOption,
  vaultReasons,
  withPlace,
} from './answer-input.ts'
import { askedActionsOf, askedOptionsOf } from './request.ts'

type CalldataAnswer = Parameters<typeof checkAnswer>[0]

/** Of Manager calldata. */
export const buildReasons: AnswerReasons = (text, inputs) => {
  const answer = read('executeMultiple', text) as CalldataAnswer
  return withPlace(inputs, (at) => {
    const asked = inputs.request === null ? null : askedActionsOf(inputs.request)
    const compare = () => ({ problems: [], notes: [], isWhole: false })
    const check =
      asked === null ? checkAnswerBy(answer, at, { compare }) : checkAnswer(answer, at, asked)
    return [
      ...builtReasons(check),
      ...reportReasons(answer, check),
      ...(asked === null ? [notGiven(requestOption)] : []),
    ]
  })
}

/** Where the calls that the answer lists are not those of its calldata; what is listed by words is no part of it. */
function reportReasons(answer: CalldataAnswer, { calls }: BuiltCheck): readonly AnswerReason[] {
  const made = calls.filter(({ path }) => path.length === 1)
  const listed = answer.action_api_response.flatMap((report) => report?.calls ?? [])
  if (listed.length !== made.length)
    return [
      reasonOf(
        'no',
        'not_followed',
        `The answer lists ${listed.length} calls, and its calldata makes ${made.length}.`,
      ),
    ]
  return made.flatMap(({ call, verdict }, index) => {
    const one = listed[index]!
    const pairs = [
      ['target', one.target, call.target],
      ['data', one.data, call.data],
      ['value', one.value, String(call.value)],
      ['decoder', one.decoder, verdict.leaf?.decoder],
      ['signature', one.signature, verdict.leaf?.signature],
    ] as const
    const other = pairs.flatMap(([name, stated, follows]) =>
      follows === undefined || stated.toLowerCase() === follows.toLowerCase()
        ? []
        : [`Call ${index}: ${name} is ${stated} in the list, and ${follows} in the calldata.`],
    )
    const isSlot = verdict.positions.length === 0 || verdict.positions.includes(one.leaf_index)
    return [
      ...other,
      ...(isSlot ? [] : [`Call ${index}: its leaf is not in slot ${one.leaf_index}.`]),
    ].map((message) => reasonOf('no', 'not_followed', message))
  })
}

/** Of a transaction of Solana. */
export const svmBuildReasons: AnswerReasons = (text, { request, accounts }) => {
  if (request === null) return [notGiven(requestOption)]
  if (accounts === null) return [notGiven('the accounts of the vault (--accounts)')]
  const answer = read('executeMultiple', text) as Parameters<typeof checkSvmBuilt>[0]
  const reading = readVault(accounts)
  const actions = (askedActionsOf(request) ?? []).map(({ route, params }) => ({
    route,
    params: { ...params },
  })) as readonly SvmActionRequest[]
  const strategist = request.strategist_address ?? reading.facts.state.strategist
  const asked = { strategist, actions, options: askedOptionsOf(request) }
  const { problems, notes, judged } = checkSvmBuilt(answer, asked, reading)
  return [
    ...vaultReasons(request, reading.definition.vault),
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...notes.map((message) => reasonOf('note', 'stated', message)),
    ...(judged?.missing ?? []).map((account) => notGiven(`the account ${account} (--accounts)`)),
  ]
}

/** Of the record of a simulation. */
export function recordReasons(text: string): readonly AnswerReason[] {
  const { problems, unjudgedCount, isRootProven } = checkRecord(recordOf(JSON.parse(text)))
  return [
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...(isRootProven === null
      ? [reasonOf('open', 'chain_decides', 'No rule can say to which root the proofs lead.')]
      : []),
    ...(unjudgedCount === 0
      ? []
      : [
          reasonOf(
            'note',
            'stated',
            `Sentences that no action of a call confirms or denies: ${unjudgedCount}.`,
          ),
        ]),
    reasonOf(
      'note',
      'stated',
      'What the engines saw is the word of the service: `simulate --replay` runs its witness again.',
    ),
  ]
}
