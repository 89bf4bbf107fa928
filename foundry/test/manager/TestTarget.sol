// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Vault} from "../../src/vault/Vault.sol";

/// @notice What a vault calls in these tests; it remembers every call that reached it.
contract TestTarget {
    Vault public immutable vault;

    uint256 public callCount;
    address public lastCaller;
    uint256 public lastValue;
    bytes public lastData;
    mapping(uint256 id => address) public holderOf;

    uint256 private _ticketCount;

    error Refused(uint256 code);

    constructor(address payable vault_) {
        vault = Vault(vault_);
    }

    modifier remembers() {
        ++callCount;
        (lastCaller, lastValue, lastData) = (msg.sender, msg.value, msg.data);
        _;
    }

    function note(address, uint256) external payable remembers {}
    function ping() external payable remembers {}

    function buyTicket() external payable remembers returns (uint256 id) {
        id = ++_ticketCount;
        holderOf[id] = msg.sender;
    }

    function useTicket(address, uint256 id) external payable remembers {
        require(holderOf[id] == msg.sender, "not the holder");
    }

    function refuse() external pure {
        revert Refused(7);
    }

    function refuseSilently() external pure {
        assembly {
            revert(0, 0)
        }
    }

    function mintShares(uint256 shares) external payable remembers {
        vault.enter(address(this), address(0), 0, address(this), shares);
    }

    function burnShares(uint256 shares) external payable remembers {
        vault.exit(address(this), address(0), 0, address(this), shares);
    }
}
