import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { consoleFolder, consolePermissions, consolePolicy } from '@vaultwright/console'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../service/context.ts'

/** Names below hold their content's hash: what was fetched once stays right. */
const immutable = 'public, max-age=31536000, immutable'

/** Paths that are not a page if they do not exist: a script, or an operation of the interface. */
const noPage = /^(?:asset|v1)(?:\/|$)/

/** Adds the console under `/console`. Every address of it that names neither a file nor an operation is its one page. */
export async function addConsole(app: FastifyInstance, { config }: ApiContext): Promise<void> {
  if (!config.hasConsole) return
  const root = fileURLToPath(consoleFolder)
  await app.register(fastifyStatic, {
    root,
    prefix: '/console/',
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // Nothing here is large enough to be asked for in parts.
    acceptRanges: false,
    globIgnore: ['**/*.map', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isNamed = relative(root, path).startsWith(`asset${sep}`)
      reply.header('cache-control', isNamed ? immutable : 'no-cache')
      reply.header('content-security-policy', consolePolicy)
      reply.header('cross-origin-opener-policy', 'same-origin')
      reply.header('permissions-policy', consolePermissions)
      reply.header('referrer-policy', 'no-referrer')
    },
  })
  app.get('/console', (_request, reply) => reply.redirect('/console/', 308))
  app.get<{ readonly Params: { readonly '*': string } }>('/console/*', (request, reply) =>
    noPage.test(request.params['*']) ? reply.callNotFound() : reply.sendFile('index.html'),
  )
}
