// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {stdJson} from "forge-std/StdJson.sol";

/// @notice Deploys the decoders that fixtures/vectors/decoder.json names, at the accounts it gives
/// them.
abstract contract DecoderSet is Test {
    using stdJson for string;

    /// @dev The contracts that implement a decoder's rules, by the rules' name.
    mapping(string rules => address[]) internal _implementations;
    mapping(address contract_ => string) internal _nameOf;
    address[] internal _deployed;
    mapping(string role => address) internal _accountOf;

    function deployDecoders() internal {
        string memory json = vm.readFile("../fixtures/vectors/decoder.json");
        string[] memory roles = vm.parseJsonKeys(json, ".roles");
        for (uint256 i; i < roles.length; ++i) {
            _accountOf[roles[i]] = json.readAddress(string.concat(".roles.", roles[i]));
        }
        for (uint256 i; json.keyExists(_at(i, "contract")); ++i) {
            string memory name = json.readString(_at(i, "contract"));
            address deployed = _deploy(name, json.readStringArray(_at(i, "takes")));
            _deployed.push(deployed);
            _nameOf[deployed] = name;
            string[] memory rules = json.readStringArray(_at(i, "rules"));
            for (uint256 j; j < rules.length; ++j) {
                _implementations[rules[j]].push(deployed);
            }
        }
    }

    function _deploy(string memory name, string[] memory takes) private returns (address) {
        bytes memory arguments;
        for (uint256 i; i < takes.length; ++i) {
            arguments = bytes.concat(arguments, abi.encode(_accountOf[takes[i]]));
        }
        return deployCode(string.concat(name, ".sol:", name), arguments);
    }

    function _at(uint256 index, string memory field) private pure returns (string memory) {
        return string.concat(".decoders[", vm.toString(index), "].", field);
    }
}
