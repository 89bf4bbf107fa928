// A route that does nothing but give prepared bytes: what HTTP itself costs.
import fastify from 'fastify'
import { figuresOf, hearOptions, serveParent } from './api-child.mjs'

const cases = await hearOptions()
const app = fastify()
for (const { method, path, text } of cases) {
  app.route({
    method,
    url: path,
    handler: (_request, reply) => {
      reply.type('application/json; charset=utf-8').send(text)
    },
  })
}
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serveParent({ url }, figuresOf, () => app.close())
