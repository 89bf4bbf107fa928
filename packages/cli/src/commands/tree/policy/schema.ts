import { policySchema } from '@vaultwright/review'
import { defineCommand } from '../../../command/command.ts'
import { type Json, yes } from '../../../terminal/context.ts'
import { printJson } from '../../../terminal/json.ts'

export const command = defineCommand({
  name: 'policy schema',
  summary: 'Print the JSON Schema of policies, for editors',
  describe: 'Prints the JSON Schema of policies, for editors: every rule and its keys.',
  positionals: {},
  options: {},
  examples: [
    [
      'policy schema --out policy.schema.json',
      'Beside a policy that begins with # yaml-language-server: $schema=policy.schema.json',
    ],
  ],
  run: async () => {
    const schema = policySchema() as Json
    return { json: () => schema, text: () => [printJson(schema)], exit: yes }
  },
})
