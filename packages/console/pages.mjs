// Builds the console's pages: what the service gives out, and the folder that opens from a disk.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { openNotice } from './notice.mjs'

const root = fileURLToPath(new URL('./src/app', import.meta.url))

/** A page from a disk may load no module: one plain script, after the element that it fills. */
const plainScript = {
  name: 'plain-script',
  enforce: 'post',
  transformIndexHtml: (html) =>
    html
      .replace(/\s*<script type="module" crossorigin src="([^"]+)"><\/script>/, '')
      .replace('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"')
      .replace(
        '<meta name="viewport"',
        `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self' data:; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'">\n    <meta name="viewport"`,
      )
      .replace('</body>', '  <script src="./console.js"></script>\n  </body>'),
}

/** A schema library tries `new Function` before the first check, and the policy would report it. */
const noEvaluation = {
  name: 'no-evaluation',
  load: (id) =>
    id.endsWith('typebox/build/system/environment/evaluate.mjs')
      ? 'export const CanEvaluate = () => false; export const Evaluate = () => { throw new Error("not permitted") }'
      : null,
}

/** A schema library reads types out of TypeScript and of template literals, too: no schema here is such a text. */
const noTypeScript = {
  name: 'no-type-script',
  load: (id) =>
    id.endsWith('typebox/build/type/script/parser.mjs')
      ? ['Script', 'Pattern', 'TemplateLiteralTypes']
          .map((name) => `export const ${name} = () => { throw new Error("not permitted") }`)
          .join('\n')
      : null,
}

/** No hardfork has containers of code (EIP-3540): what reads and checks them is not asked, and would refuse. */
const noContainer = {
  name: 'no-container',
  load: (id) => containerStubs.find(([path]) => id.endsWith(path))?.[1] ?? null,
}
const refuse = '{ throw new Error("not permitted") }'
const containerStubs = [
  [
    '@ethereumjs/evm/dist/esm/eof/verify.js',
    `export const ContainerSectionType = { InitCode: 'initCode', DeploymentCode: 'deploymentCode', RuntimeCode: 'runtimeCode' }
     export const verifyCode = () => ${refuse}`,
  ],
  [
    '@ethereumjs/evm/dist/esm/eof/container.js',
    `export const EOFContainerMode = { Default: 'default', Initmode: 'initMode', TxInitmode: 'txInitMode' }
     export class EOFContainer { constructor() ${refuse} }
     export const validateEOF = () => ${refuse}`,
  ],
]

/** Makes one copy of a package that npm installs beside several packages in one version. */
const oneCopy = () => {
  const folderOf = new Map()
  return {
    name: 'one-copy',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.startsWith('@noble/hashes')) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const [, folder, path] = found?.id.match(/^(.*\/@noble\/hashes)(\/.*)$/) ?? []
      if (folder === undefined) return found
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      if (!folderOf.has(version)) folderOf.set(version, folder)
      return { ...found, id: `${folderOf.get(version)}${path}` }
    },
  }
}

/** Words that schemas carry for the document of the interface: no page reads them. */
const noProse = {
  name: 'no-prose',
  enforce: 'pre',
  transform: (code, id) =>
    /packages\/wire\/src\/.*\.ts$/.test(id)
      ? code
          .replace(
            /\b(?:description|summary|when|title):\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`),?/g,
            '',
          )
          .replace(/\bexamples:\s*\[[^\]]*\],?/g, '')
      : null,
}

/** Not named by the shell for its screens: it has them, asks for them on every page, or they are under 2 kB. */
const shellScript =
  /\/(?:rolldown-runtime|jsx-runtime|matchContext|button|query|mutation|useQuery|session|error|gather|memoize|nearest|unit)-[\w-]{8}\.(?:js|css)$/

const withoutShell = (_, files) => files.filter((file) => !shellScript.test(file))

/** A script of its own for running and proving: it changes less often than the judging of a run. */
const machine = { name: 'machine', test: /@ethereumjs|packages\/(?:evm|proof)\/src/ }

/**
 * Builds into a folder.
 *
 * @param isOffline - which of the two.
 * @param quality - of Brotli, 0 to 11: 11 is the smallest, 5 is there at once.
 */
export async function buildConsole(outDir, { isOffline, quality }) {
  const notice = openNotice()
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: isOffline ? './' : '/console/',
    define: { isOffline: String(isOffline) },
    resolve: { conditions: ['source', 'module', 'browser', 'import', 'default'] },
    plugins: [
      noEvaluation,
      noTypeScript,
      noContainer,
      oneCopy(),
      noProse,
      react(),
      notice.plugin(),
      ...(isOffline ? [plainScript] : []),
    ],
    worker: {
      format: 'es',
      plugins: () => [noEvaluation, noTypeScript, noContainer, oneCopy(), notice.plugin()],
      rolldownOptions: { output: { codeSplitting: { groups: [machine] } } },
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsDir: 'asset',
      assetsInlineLimit: isOffline ? 1_000_000 : 0,
      modulePreload: isOffline ? false : { polyfill: false, resolveDependencies: withoutShell },
      cssCodeSplit: !isOffline,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: isOffline
        ? {
            output: {
              format: 'iife',
              codeSplitting: false,
              entryFileNames: 'console.js',
              assetFileNames: 'console[extname]',
            },
          }
        : {},
    },
  })
  writeFileSync(join(outDir, 'NOTICE.txt'), notice.print())
  if (!isOffline) compress(outDir, quality)
}

/** Beside each file what most browsers take instead: nothing is compressed while somebody waits. */
function compress(folder, quality) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const files = readdirSync(folder, { recursive: true }).filter((file) =>
    /\.(js|css|html)$/.test(file),
  )
  for (const file of files) {
    const bytes = readFileSync(join(folder, file))
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }))
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const to = process.argv[2] ?? 'out'
  for (const [name, isOffline] of [
    ['app', false],
    ['offline', true],
  ]) {
    const from = performance.now()
    await buildConsole(`${to}/${name}`, { isOffline, quality: 11 })
    console.log(name, `${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
}
