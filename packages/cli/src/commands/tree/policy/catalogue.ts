import { type Entry, plain } from '../../../command/catalogue-entry.ts'

/** Commands about policies, in the order of the help. */
export const policyEntries: readonly Entry[] = [
  {
    name: 'policy schema',
    describe: 'Print the JSON Schema of policies, for editors',
    load: async () => plain((await import('./schema.ts')).policySchemaCommand),
  },
  {
    name: 'policy infer',
    describe: 'Propose the narrowest policy that a tree keeps to',
    load: async () => plain((await import('./infer.ts')).policyInfer),
  },
]
