import { definitionSchema } from '@vaultwright/definition'
import { defineCommand } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'

export const definitionSchemaCommand = defineCommand({
  name: 'definition schema',
  describe:
    'Prints the JSON Schema of vault definitions, for editors: every protocol, its actions and their parameters.',
  positionals: {},
  options: {},
  examples: [
    [
      'definition schema --out vaultwright.schema.json',
      'Beside a definition that begins with # yaml-language-server: $schema=vaultwright.schema.json',
    ],
  ],
  run: () => {
    const schema = definitionSchema() as Json
    return { json: () => schema, text: () => [printJson(schema)], exit: yes }
  },
})
