import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import {
  type Action,
  type ActionParameter,
  type Binding,
  claimSteps,
  emptyFacts,
  type KnownFacts,
  longestList,
  mergeFacts,
  parseFactCall,
} from '@vaultwright/protocols'
import {
  ownerOf,
  permissionIndexOf,
  runSteps,
  type TreeContext,
} from '../permission/permission-index.ts'
import {
  openContractReader,
  type ReadContract,
  UnreadableAnswerError,
} from '../read/contract-reader.ts'

/**
 * Asks the chain what the accounts of a tree say of themselves: the asset of a vault, the coins of a pool.
 *
 * Each round is one batch; a second one follows only where an answer names another account to ask.
 *
 * @param context - the tree, what is known already, and the chain.
 * @returns what was known, which goes first, and the answers; the same object when nothing was learned.
 * @throws what reading throws.
 */
export async function fetchFacts(context: TreeContext): Promise<KnownFacts> {
  const { reads } = context
  if (reads === null) return context.knownFacts
  const subjects = await subjectsOf(context, () => true)
  return fetchSubjectFacts(context.knownFacts, subjects, openContractReader(reads))
}

/**
 * Asks for what routes need and is not known: tokens and spenders of their approvals.
 *
 * @throws what reading throws.
 */
export async function fetchRouteFacts(
  context: TreeContext,
  routes: ReadonlySet<string>,
  readContract: ReadContract,
): Promise<KnownFacts> {
  const { permissions } = permissionIndexOf(context)
  const lacking = new Set(
    [...routes].flatMap((route) =>
      (permissions.get(route) ?? []).flatMap(({ unknown, plain, valued }) =>
        unknown.length > 0 ? [(plain ?? valued)!.slot] : [],
      ),
    ),
  )
  if (lacking.size === 0) return context.knownFacts
  const subjects = await subjectsOf(context, (slot) => lacking.has(slot))
  return fetchSubjectFacts(context.knownFacts, subjects, readContract)
}

/** An action, and what its leaf alone says of it. */
type FactSubject = { readonly action: Action; readonly binding: Binding }

/** Finds accounts to read; tokens that approvals only suggest are left out: the chain knows better. */
async function subjectsOf(
  context: TreeContext,
  isNeeded: (slot: number) => boolean,
): Promise<readonly FactSubject[]> {
  const { tree, knownFacts, pause } = context
  const steps = claimSteps(tree.leaves, { owner: ownerOf(context), knownFacts })
  const claims = await runSteps(steps, pause)
  return claims.flatMap((claim, slot) =>
    claim === null || !isNeeded(slot)
      ? []
      : [{ action: claim.pattern.action, binding: claim.binding }],
  )
}

type FactQuery = {
  readonly parameter: ActionParameter
  readonly account: Address
  readonly call: string
}

async function fetchSubjectFacts(
  facts: KnownFacts,
  subjects: readonly FactSubject[],
  readContract: ReadContract,
): Promise<KnownFacts> {
  const answers = new Map<string, AbiValue | null>()
  const knownFacts = mergeFacts([
    facts,
    { ...emptyFacts, factOf: (account, call) => answers.get(keyOf(account, call)) ?? null },
  ])
  for (;;) {
    const open = new Map<string, FactQuery>()
    for (const subject of subjects) {
      for (const question of factQueriesOf(subject, knownFacts)) {
        const key = keyOf(question.account, question.call)
        if (!answers.has(key)) open.set(key, question)
      }
    }
    if (open.size === 0) break
    await Promise.all(
      [...open].map(async ([key, question]) =>
        answers.set(key, await answerOf(question, readContract)),
      ),
    )
  }
  return [...answers.values()].some((answer) => answer !== null) ? knownFacts : facts
}

/** The open queries, as far as it is known whom to ask. */
function factQueriesOf(
  { action, binding }: FactSubject,
  knownFacts: KnownFacts,
): readonly FactQuery[] {
  const values: Record<string, AbiValue> = { ...binding }
  const open: FactQuery[] = []
  for (const [name, parameter] of Object.entries(action.parameters)) {
    const { fact } = parameter
    const account = fact === undefined ? undefined : values[fact.of]
    if (fact === undefined || values[name] !== undefined || typeof account !== 'string') continue
    const answer = knownFacts.factOf(account as Address, fact.call)
    if (answer !== null) values[name] = answer
    else open.push({ parameter, account: account as Address, call: fact.call })
  }
  return open
}

/** An account that answers with something else tells nothing; a build that needs it says so. */
async function answerOf(
  { parameter, account }: FactQuery,
  readContract: ReadContract,
): Promise<AbiValue | null> {
  try {
    return await readFact(parameter, { [parameter.fact!.of]: account }, readContract)
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return null
    throw error
  }
}

function keyOf(account: Address, call: string): string {
  return `${account.toLowerCase()}|${call}`
}

/**
 * Asks the chain for a value that an account knows.
 *
 * @returns the value; null when there is none to ask, the account does not answer, or its list does not end.
 * @throws {UnreadableAnswerError} when the account answers with something else.
 */
export async function readFact(
  parameter: ActionParameter,
  values: Readonly<Record<string, AbiValue>>,
  readContract: ReadContract | null,
): Promise<AbiValue | null> {
  const { fact } = parameter
  const account = fact === undefined ? undefined : values[fact.of]
  if (fact === undefined || readContract === null || typeof account !== 'string') return null
  const question = { to: account as Address, call: fact.call, returns: fact.returns }
  if (parseFactCall(fact.call).signature.includes('()'))
    return readContract({ ...question, arguments: [] })
  const queries = Array.from({ length: longestList }, (_, at) =>
    readContract({ ...question, arguments: [BigInt(at)] }),
  )
  const answers = await Promise.all(queries)
  const end = answers.indexOf(null)
  return end > 0 ? (answers.slice(0, end) as AbiValue[]) : null
}
