// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {VectorSet} from "./VectorSet.sol";

/// @notice Calls at the edges of what decoders accept, with the answers that were written by hand.
contract EdgeVectorTest is VectorSet {
    string private constant FILE = "../fixtures/vectors/edge.json";

    function setUp() public {
        deployDecoders();
        mockReads(FILE);
    }

    function test_golden_decodersAnswerAsIsWritten() public {
        Vectors memory v = loadVectors(FILE);
        assertGe(checkAnswers(v), v.calldatas.length);
        assertGt(v.calldatas.length, 120);
    }

    function test_law_everyFunctionHasACallOnEitherSideOfItsEdge() public view {
        Vectors memory v = loadVectors(FILE);
        for (uint256 i; i < v.functions.length; ++i) {
            (bool packs, bool reverts) = (false, false);
            for (uint256 j; j < v.functions.length; ++j) {
                if (keccak256(bytes(v.functions[i])) != keccak256(bytes(v.functions[j]))) continue;
                if (isPacked(v, j)) packs = true;
                else reverts = true;
            }
            assertTrue(packs, v.functions[i]);
            // What was loosened has no other side.
            if (bytes4(v.calldatas[i]) != REFUND && bytes4(v.calldatas[i]) != COMPACT) {
                assertTrue(reverts, v.functions[i]);
            }
        }
    }

    bytes4 private constant COMPACT = bytes4(keccak256("swapCompact()"));
    bytes4 private constant REFUND = bytes4(
        keccak256(
            "outboundTransferCustomRefund(address,address,address,uint256,uint256,uint256,bytes)"
        )
    );
}
