/** Where the page and its program are. */
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

/** What the page may do: its own program, its own service, and styles that the program writes. */
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
