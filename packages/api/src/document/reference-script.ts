import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify from 'fastify'

/** The program of the page. */
export type ReferenceScript = { readonly plain: Buffer; readonly gzip: Buffer }

/**
 * Reads the program that shows the document, which comes with the package and from nowhere else.
 *
 * The package gives it to a server only: one that never listens asks for it. It is four megabytes, so
 * it is read when the page is opened for the first time.
 */
export async function readReferenceScript(): Promise<ReferenceScript> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  try {
    await server.register(reference, { routePrefix: '/page', configuration: { url: '/' } })
    const { body } = await server.inject('/page/js/scalar.js')
    // Its source map is in no package.
    const plain = Buffer.from(body.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'))
    return { plain, gzip: await promisify(gzip)(plain) }
  } finally {
    await server.close()
  }
}
