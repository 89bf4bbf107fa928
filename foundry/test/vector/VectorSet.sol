// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {stdJson} from "forge-std/StdJson.sol";
import {DecoderSet} from "../decoder/DecoderSet.sol";

/// @notice Every deployable decoder, and files of calldata with what it is to answer.
abstract contract VectorSet is DecoderSet {
    using stdJson for string;

    /// @dev Parallel lists, case by case.
    struct Vectors {
        string[] rules;
        string[] functions;
        bytes[] calldatas;
        bytes[] packed;
        string[] outcomes;
    }

    /// @dev The contracts that decoders read answer as the file says.
    function mockReads(string memory file) internal {
        string memory json = vm.readFile(file);
        address[] memory targets = json.readAddressArray(".readTargets");
        bytes[] memory reads = json.readBytesArray(".readCalldatas");
        bytes[] memory answers = json.readBytesArray(".readReturns");
        for (uint256 i; i < targets.length; ++i) {
            vm.mockCall(targets[i], reads[i], answers[i]);
        }
    }

    /// @dev Into memory, once a test: so much text does not fit into storage.
    function loadVectors(string memory file) internal view returns (Vectors memory vectors) {
        string memory json = vm.readFile(file);
        vectors.rules = json.readStringArray(".decoders");
        vectors.functions = json.readStringArray(".functions");
        vectors.calldatas = json.readBytesArray(".calldatas");
        vectors.packed = json.readBytesArray(".packed");
        vectors.outcomes = json.readStringArray(".outcomes");
    }

    /// @dev Every contract that has the rules answers as they do.
    function checkAnswers(Vectors memory v) internal returns (uint256 answered) {
        for (uint256 i; i < v.calldatas.length; ++i) {
            address[] storage decoders = _implementations[v.rules[i]];
            assertGt(decoders.length, 0, v.rules[i]);
            for (uint256 j; j < decoders.length; ++j) {
                _checkAnswer(decoders[j], v, i);
                ++answered;
            }
        }
    }

    function _checkAnswer(address decoder, Vectors memory v, uint256 i) private {
        string memory about = string.concat(_nameOf[decoder], " ", v.rules[i], ".", v.functions[i]);
        (bool ok, bytes memory data) = callAsManager(decoder, v.calldatas[i]);
        if (isPacked(v, i)) {
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
    function callAsManager(address decoder, bytes memory data)
        internal
        returns (bool, bytes memory)
    {
        vm.prank(_accountOf["manager"]);
        return decoder.staticcall(data);
    }

    function isPacked(Vectors memory v, uint256 i) internal pure returns (bool) {
        return _isSame(v.outcomes[i], "packed");
    }

    function _isSame(string memory one, string memory other) private pure returns (bool) {
        return keccak256(bytes(one)) == keccak256(bytes(other));
    }
}
