// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {VectorSet} from "./VectorSet.sol";

/// @notice Every deployable decoder packs and refuses what the offline rules say it does.
contract PackedVectorTest is VectorSet {
    string private constant FILE = "../fixtures/vectors/packed.json";
    bytes4 private constant SWAP_COMPACT = bytes4(keccak256("swapCompact()"));
    uint256 private constant SIGNED_ORDER = 548;

    function setUp() public {
        deployDecoders();
        mockReads(FILE);
    }

    function test_golden_decodersAnswerAsTheRulesDo() public {
        Vectors memory v = loadVectors(FILE);
        uint256 answered = checkAnswers(v);
        // A composite answers for all of its protocols: the list is walked several times over.
        assertGt(answered, v.calldatas.length);
        assertGt(v.calldatas.length, 600);
    }

    function test_law_bytesAfterTheArgumentsChangeNothing() public {
        Vectors memory v = loadVectors(FILE);
        for (uint256 i; i < v.calldatas.length; ++i) {
            // An order is read behind the arguments.
            if (!isPacked(v, i) || v.calldatas[i].length == SIGNED_ORDER) continue;
            address decoder = _implementations[v.rules[i]][0];
            (bool ok, bytes memory data) =
                callAsManager(decoder, bytes.concat(v.calldatas[i], hex"deadbeef"));
            assertTrue(ok, v.functions[i]);
            assertEq(abi.decode(data, (bytes)), v.packed[i], v.functions[i]);
        }
    }

    function test_refusal_calldataThatEndsWithinTheFirstArgument() public {
        Vectors memory v = loadVectors(FILE);
        for (uint256 i; i < v.calldatas.length; ++i) {
            // The compact swap of Odos has no arguments: it reads bytes, and zero past the end.
            if (v.calldatas[i].length < 36 || bytes4(v.calldatas[i]) == SWAP_COMPACT) continue;
            bytes memory cut = v.calldatas[i];
            assembly {
                mstore(cut, 35)
            }
            (bool ok, bytes memory data) = callAsManager(_implementations[v.rules[i]][0], cut);
            assertFalse(ok, v.functions[i]);
            assertEq(data, "", v.functions[i]);
        }
    }

    function test_law_everyEntryIsTwentyBytes() public view {
        Vectors memory v = loadVectors(FILE);
        for (uint256 i; i < v.packed.length; ++i) {
            assertEq(v.packed[i].length % 20, 0, v.functions[i]);
        }
    }
}
