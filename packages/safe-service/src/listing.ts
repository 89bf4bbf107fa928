import type { Address } from '@vaultwright/base'
import { ServiceAnswerError, type ServiceExchange, ServiceRefusedError } from './exchange.ts'
import type { ServiceDelegate, ServiceList } from './safe-service.ts'

/** The number of rows that one request asks for. */
export const rowsAtOnce = 100
const maxPages = 5

/**
 * Lists rows page by page, by paths made here: the link to a next page is never followed.
 *
 * @param pathAt - makes the path of a page from the number of its first row.
 * @throws {ServiceRefusedError} when the service does not know the Safe.
 * @throws {ServiceAnswerError} when an answer is no list.
 */
export async function listPages(
  { name, ask }: ServiceExchange,
  pathAt: (offset: number) => string,
): Promise<ServiceList> {
  const rows: unknown[] = []
  let count: number | null = null
  for (let page = 0; page < maxPages; page++) {
    const path = pathAt(page * rowsAtOnce)
    const { status, body } = await ask({ method: 'GET', path })
    if (status !== 200) throw new ServiceRefusedError(name, status, 'It does not list the Safe.')
    const answer = pageIn(name, body)
    count = answer.count
    rows.push(...answer.results.slice(0, rowsAtOnce))
    if (answer.next === null || answer.results.length === 0) {
      return { rows, count, isCut: answer.next !== null }
    }
  }
  return { rows, count, isCut: true }
}

/** Takes the delegates out of a list, those alone that name two accounts. */
export function delegatesIn(rows: readonly unknown[]): readonly ServiceDelegate[] {
  return rows.flatMap((row) => {
    const { delegate, delegator, label } = (row ?? {}) as { readonly [field: string]: unknown }
    if (!isAddress(delegate) || !isAddress(delegator)) return []
    return [{ delegate, delegator, label: typeof label === 'string' ? label : '' }]
  })
}

type Page = { readonly count: number | null; readonly next: unknown; readonly results: unknown[] }

function pageIn(name: string, body: unknown): Page {
  const { count, next, results } = (body ?? {}) as { readonly [field: string]: unknown }
  if (!Array.isArray(results)) throw new ServiceAnswerError(name, 'has no list of results')
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
  return { count: isCount ? count : null, next: next ?? null, results }
}

function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
