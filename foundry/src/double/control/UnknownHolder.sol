// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @notice Holds a power, and its code is on no list: it obeys one master, also where it is asked as an authority.
contract UnknownHolder {
    using Address for address;

    address private immutable _MASTER;
    bool private _saysYes;

    error UnknownHolder__NotMine();

    constructor(address master) {
        _MASTER = master;
    }

    modifier onlyMaster() {
        if (msg.sender != _MASTER) revert UnknownHolder__NotMine();
        _;
    }

    function forward(address target, bytes calldata data)
        external
        onlyMaster
        returns (bytes memory result)
    {
        result = target.functionCall(data);
    }

    /// @notice Sets the answer to every later question.
    function setAnswer(bool saysYes) external onlyMaster {
        _saysYes = saysYes;
    }

    function canCall(address, address, bytes4) external view returns (bool) {
        return _saysYes;
    }
}
