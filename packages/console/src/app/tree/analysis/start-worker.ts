import workerUrl from './tree-worker.ts?worker&url'

type ScriptUrlPolicy = { readonly createScriptURL: (url: string) => string }

type PolicyFactory = {
  readonly createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

/** The policy that the page's header permits by name: it lets this one script through. */
const policy = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'vaultwright-worker',
  {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError(`${url} is not the worker of the console.`)
      return url
    },
  },
)

/** Starts the thread that reads and checks trees. */
export function startWorker(): Worker {
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
}
