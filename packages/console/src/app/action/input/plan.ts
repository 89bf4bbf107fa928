import type { ManifestResponse } from '@vaultwright/wire'
import { type ActionInput, emptyInput } from './field.ts'

/** For whom actions are put together, and which there are. */
export type ActionPlace = {
  readonly chain: string
  readonly vault: string
  readonly strategist: string
  readonly manifest: ManifestResponse
}

/** The most actions that one batch may have. Source: interface of the service. */
export const maxActions = 50

/** One action of a batch, as it was put in. */
export type PlannedAction = {
  /** Tells two equal actions apart. */
  readonly id: number
  readonly route: string
  readonly input: ActionInput
}

/** A batch that is being put together; the order counts. */
export type ActionPlan = readonly PlannedAction[]

/** Adds an action behind the others, or puts it in the place of the one with its id. */
export function putAction(
  plan: ActionPlan,
  action: Omit<PlannedAction, 'id'>,
  id: number | null,
): ActionPlan {
  if (id !== null && plan.some((each) => each.id === id))
    return plan.map((each) => (each.id === id ? { ...action, id } : each))
  if (plan.length >= maxActions) return plan
  const highest = plan.reduce((most, each) => Math.max(most, each.id), 0)
  return [...plan, { ...action, id: highest + 1 }]
}

/** Takes an action out. */
export function withoutAction(plan: ActionPlan, id: number): ActionPlan {
  return plan.filter((each) => each.id !== id)
}

/** Moves an action to a place, from 0; places outside the batch are its ends. */
export function moveAction(plan: ActionPlan, id: number, place: number): ActionPlan {
  const action = plan.find((each) => each.id === id)
  if (action === undefined) return plan
  const remaining = withoutAction(plan, id)
  const index = Math.max(0, Math.min(place, remaining.length))
  return [...remaining.slice(0, index), action, ...remaining.slice(index)]
}

/** Writes a draft for this browser's session. */
export function printDraft(plan: ActionPlan): string {
  return JSON.stringify(plan.map(({ route, input }) => ({ route, input })))
}

/** Reads a draft; what cannot be read, or names an action that is not offered, is left out. */
export function parseDraft(text: string | null, routes: ReadonlySet<string>): ActionPlan {
  const value = jsonOf(text)
  if (!Array.isArray(value)) return []
  return value.reduce<ActionPlan>((plan, item) => {
    const { route, input } = Object(item) as Partial<PlannedAction>
    if (route === undefined || !routes.has(route)) return plan
    return putAction(plan, { route, input: inputOf(input) }, null)
  }, [])
}

function inputOf(value: unknown): ActionInput {
  const { texts, all } = Object(value) as Partial<ActionInput>
  if (typeof texts !== 'object' || !Array.isArray(all)) return emptyInput
  const entries = Object.entries(texts).filter(([, text]) => typeof text === 'string')
  return { texts: Object.fromEntries(entries), all: all.filter((name) => typeof name === 'string') }
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
