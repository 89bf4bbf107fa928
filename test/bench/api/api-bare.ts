// A route that does nothing but run prepared statements and give prepared bytes: what HTTP and the database cost.
import fastify from 'fastify'
import { openStatements, type Statement } from './api-statement.ts'
import { hearOptions, processFigures, serveParent } from './child.ts'

/** The answer to one request, and its statements to the database. */
export type BareAnswer = { readonly statements: readonly Statement[]; readonly text: string }

/** A route that gives its answers in turn. */
export type BareRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answers: readonly BareAnswer[]
}

/** Options of the bare service. */
export type BareOptions = { readonly databaseUrl: string; readonly routes: readonly BareRoute[] }

const { databaseUrl, routes } = await hearOptions<BareOptions>()
const { run, close } = openStatements(databaseUrl)
const app = fastify()
for (const { method, path, answers } of routes) {
  let turn = 0
  app.route({
    method,
    url: path,
    handler: async (_request, reply) => {
      const { statements, text } = answers[turn++ % answers.length]!
      if (statements.length > 0) await run(statements)
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serveParent({ url }, processFigures, async () => {
  await app.close()
  await close()
})
