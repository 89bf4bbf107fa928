import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import {
  type Action,
  type Binding,
  claimSteps,
  joinKnowledge,
  type Knowledge,
  noKnowledge,
  type Parameter,
} from '@vaultwright/protocols'
import { readFact } from './fact.ts'
import { groundOf, ownerOf, runSteps, type TreeContext } from './ground.ts'
import { type Ask, openAsk, UnreadableAnswerError } from './reads.ts'

/**
 * Asks the chain what the accounts of a tree say of themselves: the asset of a vault, the coins of a pool.
 *
 * Each round is one batch; a second one follows only where an answer names another account to ask.
 *
 * @param context - the tree, what is known already, and the chain.
 * @returns what was known, which goes first, and the answers; the same object when nothing was learned.
 * @throws what reading throws.
 */
export async function learnFacts(context: TreeContext): Promise<Knowledge> {
  const { reads } = context
  if (reads === null) return context.knowledge
  const subjects = await subjectsOf(context, () => true)
  return learned(context.knowledge, subjects, openAsk(reads))
}

/**
 * Asks for what routes need and nobody told: tokens and spenders of their approvals.
 *
 * @param context - the tree, and what is known already.
 * @param routes - that are wished for.
 * @param ask - the chain.
 * @returns what was known, and the answers; the same object when nothing was learned.
 * @throws what reading throws.
 */
export async function learnForRoutes(
  context: TreeContext,
  routes: ReadonlySet<string>,
  ask: Ask,
): Promise<Knowledge> {
  const { permissions } = groundOf(context)
  const lacking = new Set(
    [...routes].flatMap((route) =>
      (permissions.get(route) ?? []).flatMap(({ unknown, plain, valued }) =>
        unknown.length > 0 ? [(plain ?? valued)!.slot] : [],
      ),
    ),
  )
  if (lacking.size === 0) return context.knowledge
  const subjects = await subjectsOf(context, (slot) => lacking.has(slot))
  return learned(context.knowledge, subjects, ask)
}

/** An action, and what its leaf alone says of it. */
type Subject = { readonly action: Action; readonly binding: Binding }

/** What approvals let one guess is left out: the chain knows better. */
async function subjectsOf(
  context: TreeContext,
  isAsked: (slot: number) => boolean,
): Promise<readonly Subject[]> {
  const { tree, knowledge, pause } = context
  const steps = claimSteps(tree.leaves, { owner: ownerOf(context), knowledge })
  const claims = await runSteps(steps, pause)
  return claims.flatMap((claim, slot) =>
    claim === null || !isAsked(slot)
      ? []
      : [{ action: claim.pattern.action, binding: claim.binding }],
  )
}

type Question = { readonly parameter: Parameter; readonly account: Address; readonly call: string }

async function learned(
  known: Knowledge,
  subjects: readonly Subject[],
  ask: Ask,
): Promise<Knowledge> {
  const answers = new Map<string, AbiValue | null>()
  const knowledge = joinKnowledge([
    known,
    { ...noKnowledge, factOf: (account, call) => answers.get(keyOf(account, call)) ?? null },
  ])
  for (;;) {
    const open = new Map<string, Question>()
    for (const subject of subjects) {
      for (const question of questionsOf(subject, knowledge)) {
        const key = keyOf(question.account, question.call)
        if (!answers.has(key)) open.set(key, question)
      }
    }
    if (open.size === 0) break
    await Promise.all(
      [...open].map(async ([key, question]) => answers.set(key, await answerOf(question, ask))),
    )
  }
  return [...answers.values()].some((answer) => answer !== null) ? knowledge : known
}

/** What nobody answers yet, as far as it is known whom to ask. */
function questionsOf({ action, binding }: Subject, knowledge: Knowledge): readonly Question[] {
  const values: Record<string, AbiValue> = { ...binding }
  const open: Question[] = []
  for (const [name, parameter] of Object.entries(action.parameters)) {
    const { fact } = parameter
    const account = fact === undefined ? undefined : values[fact.of]
    if (fact === undefined || values[name] !== undefined || typeof account !== 'string') continue
    const told = knowledge.factOf(account as Address, fact.call)
    if (told !== null) values[name] = told
    else open.push({ parameter, account: account as Address, call: fact.call })
  }
  return open
}

/** An account that answers with something else tells nothing; whoever needs it is told so when building. */
async function answerOf({ parameter, account }: Question, ask: Ask): Promise<AbiValue | null> {
  try {
    return await readFact(parameter, { [parameter.fact!.of]: account }, ask)
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return null
    throw error
  }
}

function keyOf(account: Address, call: string): string {
  return `${account.toLowerCase()}|${call}`
}
