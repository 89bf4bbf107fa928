import { openFreshSqlite } from '../support/store-database.ts'
import { testStore } from '../support/store-suite.ts'

testStore('sqlite', openFreshSqlite)
