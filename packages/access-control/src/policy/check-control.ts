import type { Address, Finding, Severity } from '@vaultwright/base'
import { type ActName, acts } from '../act/catalogue.ts'
import { type ActQuestion, actsOf } from '../act/question.ts'
import type { ActAnswer, ControlAnswer } from '../answer/control-answer.ts'
import { delayText, durationText, keysText } from '../answer/control-sentence.ts'
import type { ControlState } from '../model/state.ts'
import type { ControlReading } from '../reading/request.ts'
import { checkAccounts } from './account-check.ts'
import {
  type DemandVerdict,
  isOnlyThrough,
  isQuick,
  isWithout,
  takesDelay,
  takesKeys,
} from './act-verdict.ts'
import type { ActDemands, ActRule, ControlPolicy } from './control-policy.ts'

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

/**
 * Judges who may do what with a vault by a policy: every act on every contract that has it, and the accounts that hold
 * powers. What cannot be decided (code is not known, too many key sets, no contract with the act was read) is the
 * finding `not_decidable`, an error.
 *
 * @param control - the whole answer, and the reading that it is of.
 * @returns errors first; empty if the policy is kept.
 */
export function checkControl(
  control: {
    readonly answer: ControlAnswer
    readonly reading: Pick<ControlReading, 'state' | 'completeness'>
  },
  { any = {}, ...rules }: ControlPolicy,
): readonly Finding[] {
  const { answer, reading } = control
  const questions = actsOf(reading.state)
  const findings = (Object.keys(acts) as ActName[]).flatMap((act) => {
    const rule = rules[act]
    if (rule === undefined) return []
    const rows = answer.acts.filter((row) => row.act === act)
    const { demandsOn, unread } = ruleByContract(rule, rows)
    const missing = unread.map((contract) => notRead(act, contract))
    if (rows.length === 0) return missing.length > 0 ? missing : [notRead(act, null)]
    const failures = rows.flatMap((row) => {
      const question = questions.find(
        (each) =>
          each.act === act && each.target === row.target && each.strategist === row.strategist,
      )!
      const demands = demandsOf(demandsOn(row.target), row, { state: reading.state, question })
      return demands.flatMap((demand) => findingOf(row, demand))
    })
    return [...missing, ...failures]
  })
  return [...findings, ...checkAccounts(reading, any)].sort(
    (one, other) => ranks[one.severity] - ranks[other.severity],
  )
}

/** The demands of a rule by contract, and contracts that it names and no answer has. */
function ruleByContract({ on = {}, ...everywhere }: ActRule, rows: readonly ActAnswer[]) {
  const single = new Map(
    Object.entries(on).map(([contract, demands]) => [contract.toLowerCase() as Address, demands]),
  )
  const targets = new Set(rows.map(({ target }) => target))
  return {
    demandsOn: (target: Address): ActDemands => single.get(target) ?? everywhere,
    unread: [...single.keys()].filter((contract) => !targets.has(contract)),
  }
}

/** A demand on one act, its verdict, and what is demandText as the end of a sentence. */
type Demand = {
  readonly code: string
  readonly verdict: DemandVerdict
  readonly demandText: string
}

function demandsOf(
  rule: ActDemands,
  row: ActAnswer,
  { state, question }: { readonly state: ControlState; readonly question: ActQuestion },
): readonly Demand[] {
  const { least_keys, least_delay, only_through, not_by, most_keys, most_delay } = rule
  const demands: Demand[] = []
  const demand = (code: string, verdict: DemandVerdict, demandText: string) =>
    demands.push({ code, verdict, demandText })
  if (least_keys !== undefined)
    demand('control_least_keys', takesKeys(row, least_keys), `at least ${keyCount(least_keys)}`)
  if (least_delay !== undefined) {
    const verdict = takesDelay(row, least_delay)
    demand('control_least_delay', verdict, `a delay of at least ${durationText(least_delay)}`)
  }
  if (rule.not_public) demand('control_public', takesKeys(row, 1), 'that it takes a key')
  if (only_through !== undefined) {
    const verdict = isOnlyThrough(state, question, lower(only_through))
    demand('control_not_through', verdict, `no way but through ${only_through.join(', ')}`)
  }
  if (not_by !== undefined) {
    const verdict = isWithout(state, question, lower(not_by))
    demand('control_by', verdict, `no part in it for ${not_by.join(', ')}`)
  }
  if (most_keys !== undefined || most_delay !== undefined) {
    const [mostKeys, mostDelay] = [most_keys ?? Infinity, most_delay ?? Infinity]
    const keys = most_keys === undefined ? 'a way' : `that ${keyCount(most_keys)} can`
    const delay = most_delay === undefined ? '' : ` within ${durationText(most_delay)}`
    demand('control_slow', isQuick(row, { mostKeys, mostDelay }), `${keys}${delay}`)
  }
  return demands
}

function findingOf(row: ActAnswer, { code, verdict, demandText }: Demand): readonly Finding[] {
  if (verdict === 'kept') return []
  const { act, target, strategist, cuts } = row
  const by = strategist === null ? '' : ` by ${strategist}`
  const delay = cuts?.[0]?.delay
  const soonest = delay === undefined ? '' : `, ${delayText(delay)}`
  const ending =
    verdict === 'broken'
      ? `the policy wants ${demandText}.`
      : `it cannot be decided: ${demandText}.`
  return [
    {
      code: verdict === 'broken' ? code : 'not_decidable',
      severity: 'error',
      leaf: null,
      message: `${act}${by} on ${target}: ${keysText(row)}${soonest}; ${ending}`,
      facts: { act, target, strategist, demand: code },
    },
  ]
}

function notRead(act: ActName, contract: Address | null): Finding {
  const message =
    contract === null
      ? `${act}: no contract that was read has this act. Name the contract, or leave the rule out.`
      : `${act} on ${contract}: this contract was not read, or does not have this act. Check the address, or leave the rule out.`
  return {
    code: 'not_decidable',
    severity: 'error',
    leaf: null,
    message,
    facts: { act, target: contract, strategist: null, demand: null },
  }
}

function keyCount(keys: number): string {
  return keys === 1 ? '1 key' : `${keys} keys`
}

function lower(accounts: readonly Address[]): ReadonlySet<Address> {
  return new Set(accounts.map((account) => account.toLowerCase() as Address))
}
