// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {stdJson} from "forge-std/StdJson.sol";
import {DecoderSet} from "../decoder/DecoderSet.sol";

/// @notice Every deployable decoder packs and refuses what the offline rules say it does.
contract PackedVectorTest is DecoderSet {
    using stdJson for string;

    bytes4 private constant SWAP_COMPACT = bytes4(keccak256("swapCompact()"));

    /// @dev Parallel lists, case by case.
    struct Vectors {
        string[] rules;
        string[] functions;
        bytes[] calldatas;
        bytes[] packed;
        string[] outcomes;
    }

    function setUp() public {
        deployDecoders();
        string memory json = vm.readFile("../fixtures/vectors/packed.json");
        address[] memory targets = json.readAddressArray(".readTargets");
        bytes[] memory reads = json.readBytesArray(".readCalldatas");
        bytes[] memory answers = json.readBytesArray(".readReturns");
        for (uint256 i; i < targets.length; ++i) {
            vm.mockCall(targets[i], reads[i], answers[i]);
        }
    }

    /// @dev Into memory, once a test: so much text does not fit into storage.
    function _load() private view returns (Vectors memory vectors) {
        string memory json = vm.readFile("../fixtures/vectors/packed.json");
        vectors.rules = json.readStringArray(".decoders");
        vectors.functions = json.readStringArray(".functions");
        vectors.calldatas = json.readBytesArray(".calldatas");
        vectors.packed = json.readBytesArray(".packed");
        vectors.outcomes = json.readStringArray(".outcomes");
    }

    function test_golden_decodersAnswerAsTheRulesDo() public {
        Vectors memory v = _load();
        uint256 answered;
        for (uint256 i; i < v.calldatas.length; ++i) {
            address[] storage decoders = _implementations[v.rules[i]];
            assertGt(decoders.length, 0, v.rules[i]);
            for (uint256 j; j < decoders.length; ++j) {
                _checkAnswer(decoders[j], v, i);
                ++answered;
            }
        }
        // A composite answers for all of its protocols: the list is walked several times over.
        assertGt(answered, v.calldatas.length);
        assertGt(v.calldatas.length, 600);
    }

    function test_law_bytesAfterTheArgumentsChangeNothing() public {
        Vectors memory v = _load();
        for (uint256 i; i < v.calldatas.length; ++i) {
            if (!_isPacked(v, i)) continue;
            address decoder = _implementations[v.rules[i]][0];
            (bool ok, bytes memory data) =
                _call(decoder, bytes.concat(v.calldatas[i], hex"deadbeef"));
            assertTrue(ok, v.functions[i]);
            assertEq(abi.decode(data, (bytes)), v.packed[i], v.functions[i]);
        }
    }

    function test_refusal_calldataThatEndsWithinTheFirstArgument() public {
        Vectors memory v = _load();
        for (uint256 i; i < v.calldatas.length; ++i) {
            // The compact swap of Odos has no arguments: it reads bytes, and zero past the end.
            if (v.calldatas[i].length < 36 || bytes4(v.calldatas[i]) == SWAP_COMPACT) continue;
            bytes memory cut = v.calldatas[i];
            assembly {
                mstore(cut, 35)
            }
            (bool ok, bytes memory data) = _call(_implementations[v.rules[i]][0], cut);
            assertFalse(ok, v.functions[i]);
            assertEq(data, "", v.functions[i]);
        }
    }

    function test_law_everyEntryIsTwentyBytes() public view {
        Vectors memory v = _load();
        for (uint256 i; i < v.packed.length; ++i) {
            assertEq(v.packed[i].length % 20, 0, v.functions[i]);
        }
    }

    function _checkAnswer(address decoder, Vectors memory v, uint256 i) private {
        string memory about = string.concat(_nameOf[decoder], " ", v.rules[i], ".", v.functions[i]);
        (bool ok, bytes memory data) = _call(decoder, v.calldatas[i]);
        if (_isPacked(v, i)) {
            assertTrue(ok, about);
            assertEq(abi.decode(data, (bytes)), v.packed[i], about);
            return;
        }
        assertFalse(ok, about);
        if (_isSame(v.outcomes[i], "reverts")) return;
        string memory arguments = _isSame(v.outcomes[i], "Panic") ? "(uint256)" : "()";
        bytes4 expected = bytes4(keccak256(bytes(string.concat(v.outcomes[i], arguments))));
        assertEq(bytes4(data), expected, about);
    }

    /// @dev As the Manager calls it: some decoders look at their caller.
    function _call(address decoder, bytes memory data) private returns (bool, bytes memory) {
        vm.prank(_accountOf["manager"]);
        return decoder.staticcall(data);
    }

    function _isPacked(Vectors memory v, uint256 i) private pure returns (bool) {
        return _isSame(v.outcomes[i], "packed");
    }

    function _isSame(string memory one, string memory other) private pure returns (bool) {
        return keccak256(bytes(one)) == keccak256(bytes(other));
    }
}
