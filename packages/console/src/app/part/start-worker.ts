type ScriptUrlPolicy = { readonly createScriptURL: (url: string) => string }

type PolicyFactory = {
  readonly createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

/** The scripts of the console's threads, as the build names them. */
const workerScript = /^\/console\/asset\/(?:tree|replay)-worker-[\w-]+\.js$/

/** The policy that the page's header permits by name, once a page: it lets the console's own threads through. */
const policy = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'vaultwright-worker',
  {
    createScriptURL: (url) => {
      if (!workerScript.test(url)) throw new TypeError(`${url} is not a worker of the console.`)
      return url
    },
  },
)

/** Starts a thread of the console. */
export function startWorker(url: string): Worker {
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' })
}
