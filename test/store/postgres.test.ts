import { openMigratedPostgres } from '../support/store/store-database.ts'
import { testStore } from '../support/store/store-suite.ts'

testStore('postgres', openMigratedPostgres)
