import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify from 'fastify'

/** The paths of the page and its program. */
export const referencePaths = { page: '/docs', script: '/docs/reference.js' } as const

// Each of these keeps the page from asking or sending anything elsewhere.
const quiet = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  proxyUrl: '',
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
} as const

const configuration = {
  ...quiet,
  // Requests of the page go to where the page came from, whatever name that has.
  servers: [{ url: '/' }],
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  favicon: 'data:,',
}

/** Makes the page that shows the document: it loads one program of ours and the document. */
export function referencePage(): string {
  const settings = JSON.stringify(configuration).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Vaultwright</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript. <a href="/llms.txt">The interface as text</a></noscript>
    <script id="api-reference" type="application/json" data-url="/openapi.json" data-configuration="${settings}"></script>
    <script src="${referencePaths.script}"></script>
  </body>
</html>
`
}

/** The content policy of the page: its own program, its own service, and styles that the program writes. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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

/** The program of the page. */
type ReferenceScript = { readonly plain: Buffer; readonly gzip: Buffer }
