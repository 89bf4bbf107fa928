import type { FastifyInstance } from 'fastify'
import type { ApiContext } from './context.ts'
import type { Route } from './route.ts'

/** A route of any operation. */
export type AnyRoute = {
  readonly name: Route['name']
  readonly answer: (asked: never) => Promise<unknown>
}

/** What answers the operations of the interface. */
export const routes: readonly AnyRoute[] = []

/** Adds paths outside of `/v1`, which nobody authenticates for: documents, pages. */
export type Page = (app: FastifyInstance, context: ApiContext) => void | Promise<void>

/** Everything outside of `/v1` but health and metrics. */
export const pages: readonly Page[] = []
