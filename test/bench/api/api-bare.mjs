// A route that does nothing but run prepared statements and give prepared bytes: what HTTP and the database cost.
import fastify from 'fastify'
import { figuresOf, hearOptions, serveParent } from './api-child.mjs'
import { openStatements } from './api-statement.mjs'

const { databaseUrl = null, cases } = await hearOptions()
const run = databaseUrl === null ? async () => {} : openStatements(databaseUrl)
const app = fastify()
for (const { method, path, statements = [], text } of cases) {
  app.route({
    method,
    url: path,
    handler: async (_request, reply) => {
      if (statements.length > 0) await run(statements)
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serveParent({ url }, figuresOf, () => app.close())
